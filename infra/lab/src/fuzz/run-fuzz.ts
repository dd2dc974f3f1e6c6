import fc from 'fast-check';
import { checkAnswer } from './check-answer.ts';
import type { FuzzRequest, Target } from './request.ts';
import { curlOf, send } from './send.ts';
import type { Tenant } from './tenants/tenant.ts';

interface FuzzRun {
  target: Target;
  tenants: readonly Tenant[];
  requests: number;
  seed: number;
}

const SHOWN_CHARACTERS = 1_500;

/** Sends requests to one service, one of each tenant at once, and checks every answer, until one is wrong. */
export async function runFuzz({ target, tenants, requests, seed }: FuzzRun) {
  const statuses = new Map<number, number>();
  const sendAndCheck = async (request: FuzzRequest) => {
    const curl = shorten(curlOf(target.origin, request));
    const answer = await send(target.origin, request).catch((error: unknown) => {
      throw new Error(`no answer: ${String(error)}\n${curl}`);
    });
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    const reason = checkAnswer(target, tenants, request, answer);
    const seen = `${answer.status} ${JSON.stringify(answer.headers)}\n${shorten(answer.text)}`;
    if (reason !== undefined) throw new Error(`${reason}\n${curl}\nanswer: ${seen}`);
  };
  const oneOfEach = fc.tuple(...tenants.map((tenant) => target.requestsOf(tenant)));
  const property = fc.asyncProperty(oneOfEach, async (together) => {
    await Promise.all(together.map(sendAndCheck));
  });
  const numRuns = Math.ceil(requests / tenants.length);
  const { errorInstance } = await fc.check(property, { numRuns, seed });
  /** What is wrong with the first answer that is, and the smallest request that leads to it. */
  const failure: unknown = errorInstance ?? undefined;
  return { statuses, failure };
}

function shorten(text: string): string {
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}
