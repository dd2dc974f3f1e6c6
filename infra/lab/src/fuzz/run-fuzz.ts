import fc from 'fast-check';
import { checkAnswer, isOverloaded } from './check-answer.ts';
import type { FuzzRequest, Target } from './request.ts';
import { curlOf, send } from './send.ts';
import type { Tally } from './tally.ts';
import type { Tenant } from './tenants/tenant.ts';

/** Requests that are made together. Group n of a run with the seed s is made with the seed s + n. */
const GROUP = 125;
/** Few enough that no service is overloaded. */
const CALLERS = 2;

/** What to send where. */
export interface FuzzRun {
  service: string;
  target: Target;
  tenants: readonly Tenant[];
  requests: number;
  seed: number;
  tally: Tally;
}

/** Sends the requests to one service and checks every answer. */
export async function runFuzz(run: FuzzRun): Promise<void> {
  const { target, requests, seed } = run;
  for (let group = 0; group * GROUP < requests; group++) {
    const numRuns = Math.min(GROUP, requests - group * GROUP);
    const made = fc.sample(target.requests, { numRuns, seed: seed + group }).values();
    const sendAll = async () => {
      for (const request of made) await sendOne(run, request);
    };
    await Promise.all(Array.from({ length: CALLERS }, sendAll));
  }
}

async function sendOne({ service, target, tenants, tally }: FuzzRun, request: FuzzRequest): Promise<void> {
  const curl = curlOf(target.origin, request);
  try {
    const answer = await send(target.origin, request);
    tally.count(service, answer.status, isOverloaded(answer));
    const reason = checkAnswer(target, tenants, request, answer);
    if (reason !== undefined) tally.fail(request.operation, { service, reason, curl, answer });
  } catch (error) {
    const reason = `no answer: ${error instanceof Error ? error.message : String(error)}`;
    tally.fail(request.operation, { service, reason, curl });
  }
}
