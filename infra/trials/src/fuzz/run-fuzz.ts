import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { checkAnswer, isOverloaded, SLOW_MS } from './check-answer.ts';
import { curlOf } from './curl.ts';
import type { Answer, FuzzRequest } from './request.ts';
import { send } from './send.ts';
import type { Tally } from './tally.ts';
import type { Target } from './targets/target.ts';
import type { Tenant } from './tenants/tenant.ts';

/** Requests that are made together. Group n of a run with the seed s is made with the seed s + n. */
const GROUP = 125;
/** Few enough that no service is overloaded. */
const CALLERS = 2;
const ATTEMPTS = 3;
const PAUSE_MS = 1_000;

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
    await target.prepare?.();
    const numRuns = Math.min(GROUP, requests - group * GROUP);
    const made = fc.sample(target.requests, { numRuns, seed: seed + group }).values();
    await Promise.all(Array.from({ length: CALLERS }, () => sendAll(run, made)));
  }
}

async function sendAll(run: FuzzRun, requests: IteratorObject<FuzzRequest>): Promise<void> {
  for (const request of requests) await sendOne(run, request);
}

async function sendOne({ service, target, tenants, tally }: FuzzRun, request: FuzzRequest): Promise<void> {
  const { origin } = target;
  const curl = curlOf(origin, request);
  try {
    const limitMs = target.limitMs?.(request) ?? SLOW_MS;
    const answer = await sendUntilFast(origin, request, { limitMs, tally });
    tally.count(service, request, answer);
    if (isOverloaded(answer)) tally.overloaded += 1;
    const reason =
      checkAnswer(target, tenants, request, answer) ??
      (answer.ms > limitMs ? `slower than ${limitMs} ms, each time` : undefined);
    if (reason !== undefined) tally.fail(request.operation, { service, reason, curl, answer });
  } catch (error) {
    const reason = `no answer: ${error instanceof Error ? error.message : String(error)}`;
    tally.fail(request.operation, { service, reason, curl, answer: undefined });
  }
}

/** On a busy machine anything can be slow, so what is slow is sent again. */
async function sendUntilFast(
  origin: string,
  request: FuzzRequest,
  { limitMs, tally }: { limitMs: number; tally: Tally },
): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const answer = await send(origin, request);
    if (answer.ms <= limitMs || attempt === ATTEMPTS) return answer;
    tally.noteSlow(answer);
    await sleep(PAUSE_MS);
  }
}
