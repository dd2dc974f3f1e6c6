import { callerOf, WebsiteNotFoundError } from '@funnel/auth';
import { cancelOnAbort, type Connection, type Database, inReadTransaction, readWebsites } from '@funnel/db';
import { lastAnswer, rememberAnswer } from './answer-cache.ts';
import { answerIdentity, stateOf } from './answer-identity.ts';
import { extrasOf } from './extras/extras-of.ts';
import { limitNotes, notesOf } from './notes/notes-of.ts';
import type { ReportBody } from './notes/report-body.ts';
import type { Answer, Operation, OperationContext } from './operation.ts';
import type { ValidRequest } from './parse-request.ts';
import type { ComputedAnswer, Question } from './question.ts';
import type { OperationRequest } from './request.ts';
import { requiredWebsites } from './resolve-websites.ts';

/** Answers a question from one snapshot of the database: reads the websites, checks the parameters, runs the operation. */
export async function computeAnswer(database: Database, question: Question): Promise<ComputedAnswer> {
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
  if (request.isKnown?.(computed)) return { ...computed, answer: undefined };
  const last = lastAnswer(database, source, identity);
  if (last) return { ...computed, answer: last };
  const body = operation.body ? await request.readBody?.() : undefined;
  // Nobody waits any more: a write that has not begun is not begun.
  request.signal?.throwIfAborted();
  const wanted = { withNotes: notes !== undefined, withExtras: extras, compareWith: compare };
  const context = contextOf(request, { database, connection, websites, ...wanted });
  const answer = explained(operation, parsed, context, await parsed.run(context, body));
  rememberAnswer(database, source, { identity, state: stateOf(websites, request.now), answer });
  return { ...computed, answer };
}

/** The checked answer, with notes and extras if they are wanted. */
function explained(
  operation: Operation,
  { input, notes, extras, compare }: ValidRequest,
  { websites, now }: OperationContext,
  { background = {}, ...ran }: Answer<unknown>,
): Answer<unknown> {
  const body = operation.output.parse(ran.body);
  if (!notes && !extras) return { ...ran, body };
  // The schema of the report has just checked it.
  const own = { websites, now, background, names: ran.names, compareWith: compare };
  const answered = { body: body as ReportBody, input, ...own };
  return {
    ...ran,
    body,
    ...(notes && { notes: limitNotes([...notes, ...notesOf(answered)]) }),
    ...(extras && { extras: extrasOf(operation, answered) }),
  };
}

function contextOf(
  { now, encryptionKey, notifications, principal, address }: OperationRequest,
  read: Pick<
    OperationContext,
    'database' | 'connection' | 'websites' | 'withNotes' | 'withExtras' | 'compareWith'
  >,
): OperationContext {
  return {
    ...read,
    now,
    encryptionKey,
    notifications,
    caller: callerOf(principal, address),
    get website() {
      const [website, ...others] = read.websites;
      if (!website || others.length > 0) throw new Error('This operation is not about one website');
      return website;
    },
  };
}
