import { requirePerson, requireScope, WebsiteNotFoundError } from '@funnel/auth';
import {
  cancelOnAbort,
  type Connection,
  type Database,
  inReadTransaction,
  readWebsites,
  untilAborted,
} from '@funnel/db';
import { lastAnswer, recallAnswer, rememberAnswer } from './answer-cache.ts';
import { answerIdentity, isKnown } from './answer-identity.ts';
import { explainFailure } from './explain-failure.ts';
import { type Hint, hintsOf } from './notes/hints.ts';
import { limitNotes } from './notes/limit-notes.ts';
import { operationContext } from './operation-context.ts';
import type { Answer, Operation } from './operation.ts';
import { parseRequest } from './parse-request.ts';
import { mayPrimaryKnow, replicaFor } from './prefer-replica.ts';
import type { ComputedAnswer, Question } from './question.ts';
import type { OperationRequest } from './request.ts';
import { requiredWebsites, websitesOf } from './resolve-websites.ts';
import { requireWithinCampaigns } from './within-campaigns.ts';

export interface Outcome extends ComputedAnswer {
  /** What must be known about the answer even without notes. */
  hints: readonly Hint[];
}

/** An answer, with the websites that it is about. */
export interface Answered extends Answer<unknown>, Pick<Outcome, 'websites'> {}

/**
 * The one way to answer a request: checks the scope, then the websites and their limits, then the parameters; recalls the
 * answer if nothing has changed, or runs the operation. There is no answer if the caller has it already.
 * @example
 * const request = { database, principal, raw: {}, now: new Date() };
 * const { websites } = await answerRequest(operationOf('list_websites'), request);
 * assert.equal(websites.length, 1);
 */
export async function answerRequest(operation: Operation, request: OperationRequest): Promise<Outcome> {
  try {
    // Whatever the database does, the caller waits no longer than it wants to.
    return await untilAborted(request.signal, answerInStages(operation, request));
  } catch (failure) {
    throw explainFailure(failure, operation, request);
  }
}

/**
 * @example
 * const request = { database, principal, raw: { timeframe: 'last_7_days' }, now: new Date() };
 * const { body } = await runOperation(operationOf('get_website_report'), request);
 * assert.equal((body as { report: string }).report, 'website');
 */
export async function runOperation(
  operation: Operation,
  request: Omit<OperationRequest, 'known'>,
): Promise<Answered> {
  const { answer: answered, websites } = await answerRequest(operation, request);
  return { ...(answered as Answer<unknown>), websites };
}

async function answerInStages(operation: Operation, request: OperationRequest): Promise<Outcome> {
  requireScope(request.principal, operation.scope);
  if (operation.isPersonal) requirePerson(request.principal);
  const ids = await websitesOf(operation, request);
  await request.websiteLimiter?.takeWebsites(ids, operation.weight);
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

/** Answers from one snapshot of the database. */
async function computeAnswer(database: Database, question: Question): Promise<ComputedAnswer> {
  const { operation, request } = question;
  // A write is never cancelled halfway.
  if (operation.transaction === 'none') return answerWith(database.sql, database, question);
  const { signal } = request;
  signal?.throwIfAborted();
  const read = async (connection: Connection) => {
    const stopCancelling = cancelOnAbort(connection, signal);
    try {
      return await answerWith(connection, database, question);
    } finally {
      await stopCancelling();
    }
  };
  return inReadTransaction(database, 'later', read, question.ids);
}

/** Reads the websites, reports mistakes in their turn, and runs the operation unless its answer is known. */
async function answerWith(
  connection: Connection,
  database: Database,
  { operation, request, ids, parsed }: Question,
): Promise<ComputedAnswer> {
  const websites = await readWebsites(connection, ids);
  if (websites.length < requiredWebsites(operation, request.raw, ids)) throw new WebsiteNotFoundError();
  if ('mistake' in parsed) throw parsed.mistake as Error;
  const { input, notes, extras, compare } = parsed;
  const source = { operation, input, websites, notes, extras, compare };
  const identity = answerIdentity({ ...source, now: request.now });
  const computed = { websites, input, identity };
  if (isKnown(identity, request.known)) return { ...computed, answer: undefined };
  const last = lastAnswer(database, source, identity);
  if (last) return { ...computed, answer: last };
  const { body } = request;
  if (body && 'mistake' in body) throw body.mistake as Error;
  // Nobody waits any more: a write that has not begun is not begun.
  request.signal?.throwIfAborted();
  const wanted = { withNotes: notes !== undefined, withExtras: extras, compareWith: compare };
  const context = operationContext(request, { database, connection, websites, ...wanted });
  const ran = await operation.run(context, input, body?.value);
  const answer = {
    ...ran,
    body: operation.output.parse(ran.body),
    ...(notes && { notes: limitNotes([...notes, ...(ran.notes ?? [])]) }),
  };
  rememberAnswer(database, source, { identity, state: { websites, now: request.now }, answer });
  return { ...computed, answer };
}
