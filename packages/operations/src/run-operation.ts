import { requireScope } from '@funnel/auth';
import { type Database, untilAborted } from '@funnel/db';
import { recallAnswer } from './answer-cache.ts';
import { computeAnswer } from './compute-answer.ts';
import { explainFailure } from './explain-failure.ts';
import { type Hint, hintsOf } from './notes/hints.ts';
import type { Answer, Operation } from './operation.ts';
import { parseRequest } from './parse-request.ts';
import { mayPrimaryKnow, replicaFor } from './prefer-replica.ts';
import type { ComputedAnswer, Question } from './question.ts';
import type { OperationRequest } from './request.ts';
import { websitesOf } from './resolve-websites.ts';
import { requireWithinCampaigns } from './within-campaigns.ts';

/** The result of a request. */
export interface Outcome extends ComputedAnswer {
  /** What must be known about the answer even without notes. */
  hints: readonly Hint[];
}

/** An answer, with the websites that it is about. */
export interface Answered extends Answer<unknown>, Pick<Outcome, 'websites'> {}

/**
 * The one way to answer a request: checks the scope, then the websites and their limits, then the parameters; recalls the
 * answer if nothing has changed, or runs the operation. There is no answer if `isKnown` says that the caller has it.
 * @example
 * const request = { database, principal, raw: {}, now: new Date() };
 * const { websites } = await answerRequest(operationOf('list_websites'), request);
 * assert.equal(websites.length, 1);
 */
export async function answerRequest(operation: Operation, request: OperationRequest): Promise<Outcome> {
  try {
    // Whatever the database does, the caller waits no longer than it wants to.
    return await untilAborted(request.signal, answer(operation, request));
  } catch (failure) {
    throw explainFailure(failure, operation, request);
  }
}

/**
 * Runs an operation and returns its answer.
 * @example
 * const request = { database, principal, raw: { timeframe: 'last_7_days' }, now: new Date() };
 * const { body } = await runOperation(operationOf('get_website_report'), request);
 * assert.equal((body as { report: string }).report, 'website');
 */
export async function runOperation(
  operation: Operation,
  request: Omit<OperationRequest, 'isKnown'>,
): Promise<Answered> {
  const { answer: answered, websites } = await answerRequest(operation, request);
  return { ...(answered as Answer<unknown>), websites };
}

async function answer(operation: Operation, request: OperationRequest): Promise<Outcome> {
  requireScope(request.principal, operation.scope);
  const ids = await websitesOf(operation, request);
  await request.admitWebsites?.(ids);
  const parsed = parseRequest(operation, request);
  const question = { operation, request, ids, parsed };
  await requireWithinCampaigns(question);
  const computed = await answerFromBest(question);
  const hints = 'mistake' in parsed ? [] : hintsOf(operation, parsed.asked, computed.websites);
  return { ...computed, hints };
}

/** From the replica if there is one; from the primary if the replica fails or does not know what is asked for. */
async function answerFromBest(question: Question): Promise<ComputedAnswer> {
  const { operation, request } = question;
  const replica = replicaFor(operation, request);
  if (!replica) return answerFrom(request.database, question);
  try {
    return await answerFrom(replica, question);
  } catch (failure) {
    if (request.signal?.aborted || !mayPrimaryKnow(failure)) throw failure;
    return answerFrom(request.database, question);
  }
}

async function answerFrom(database: Database, question: Question): Promise<ComputedAnswer> {
  const recalled = await recallAnswer(database, question);
  return recalled ?? computeAnswer(database, question);
}
