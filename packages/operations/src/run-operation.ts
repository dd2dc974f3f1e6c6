import {
  boundWebsites,
  type Principal,
  requireScope,
  resolveWebsite,
  resolveWebsites,
  websiteNotFound,
} from '@funnel/auth';
import {
  cancelOnAbort,
  type Connection,
  inReadTransaction,
  isTemporaryFailure,
  readWebsites,
  untilAborted,
  type WebsiteFacts,
} from '@funnel/db';
import { isAbsent, ServiceError, type WebsiteId } from '@funnel/domain';
import { lastAnswer, recallAnswer, rememberAnswer } from './answer-cache.ts';
import { answerIdentity } from './answer-identity.ts';
import { type Hint, hintsOf } from './notes/hints.ts';
import { type Asked, refuseUnknown } from './notes/ignored-parameters.ts';
import { withNextStep } from './notes/next-step.ts';
import { limitNotes, notesOf } from './notes/notes-of.ts';
import type { Note } from './notes/note.ts';
import { parameterNotes } from './notes/parameter-notes.ts';
import type { ReportBody } from './notes/report-body.ts';
import type { Answer, Operation, OperationContext } from './operation.ts';
import { notesParameter } from './parameters/notes.ts';
import { fieldsOf, type RawInput } from './parameters/parameter.ts';
import { preferReplica, QUERY_CANCELED, type Sources } from './prefer-replica.ts';
import { namingChoices } from './website-choices.ts';

/** Who asks for what. */
export interface OperationRequest extends Sources {
  principal: Principal;
  raw: RawInput;
  now: Date;
  /** Reads and parses the request body; called only once everything before it is valid. */
  readBody?: () => Promise<unknown>;
  encryptionKey?: Uint8Array | undefined;
  /** Counts the request for its websites; throws above their limit. */
  admitWebsites?: ((websiteIds: readonly WebsiteId[]) => Promise<void>) | undefined;
  /** `always`: as tools do. By default only if the parameter `notes` asks for them. */
  notes?: 'always' | undefined;
  /** The names of the query, where `raw` has those of the path as well. */
  query?: RawInput | undefined;
  /** Parameters that the surface reads itself, so that they are not unknown. */
  ownParameters?: readonly string[] | undefined;
  /** Whether an unknown parameter is an error. By default it is ignored. */
  isStrict?: boolean | undefined;
}

/** A valid request that has not been answered yet. */
export interface OpenOperation {
  /** The websites it is about, with the version of their data. */
  websites: readonly WebsiteFacts[];
  /** The parsed parameters. */
  input: Readonly<Record<string, unknown>>;
  /** The same only if the answer is the same. */
  identity: string;
  /** What must be known about the answer even without notes. */
  hints: readonly Hint[];
  /** Computes the answer. */
  answer: () => Promise<Answer<unknown>>;
}

/**
 * The one way to run an operation. It checks the scope, then the website, then the parameters, and hands the valid
 * request to `use`, which decides whether the answer is needed at all.
 * @example
 * const versions = await openOperation(
 *   operationOf('list_websites'),
 *   { database, principal, raw: {}, now: new Date() },
 *   async ({ websites }) => websites.map(({ version }) => version),
 * );
 * assert.equal(versions.length, 1);
 */
export async function openOperation<Result>(
  operation: Operation,
  request: OperationRequest,
  use: (open: OpenOperation) => Promise<Result>,
): Promise<Result> {
  const seen = { isWebsiteKnown: false };
  try {
    // Whatever the database does, the caller waits no longer than it wants to.
    return await untilAborted(request.signal, open(operation, request, use, seen));
  } catch (error) {
    if (!wantsNotes(operation, request)) throw error;
    const websites = request.principal.websiteIds.length;
    throw withNextStep(error, { ...seen, websites, now: request.now });
  }
}

async function open<Result>(
  operation: Operation,
  request: OperationRequest,
  use: (open: OpenOperation) => Promise<Result>,
  seen: { isWebsiteKnown: boolean },
): Promise<Result> {
  const { database, principal, raw } = request;
  requireScope(principal, operation.scope);
  const ids = await namingChoices(database, principal, () => websitesOf(operation, principal, raw));
  await request.admitWebsites?.(ids);
  return preferReplica(operation, request, (from) =>
    openFor(ids, operation, { ...request, database: from }, use, seen),
  );
}

async function openFor<Result>(
  ids: readonly WebsiteId[],
  operation: Operation,
  request: OperationRequest,
  use: (open: OpenOperation) => Promise<Result>,
  seen: { isWebsiteKnown: boolean },
): Promise<Result> {
  const { database, raw, now } = request;
  // A write is never cancelled halfway.
  const signal = operation.transaction === 'read' ? request.signal : undefined;
  signal?.throwIfAborted();
  const prepare = () => prepared(operation, request);
  const useOpen = (opened: Omit<OpenOperation, 'hints'>) =>
    use({ ...opened, hints: hintsOf(operation, askedBy(operation, request, opened.input), opened.websites) });
  const recalled = await inTime(request, () => recallAnswer(operation, { database, prepare, now }, ids));
  if (recalled) return useOpen(recalled);
  return connected(operation, request, async (connection) => {
    const stopCancelling = cancelOnAbort(connection, signal);
    try {
      const websites = await readWebsites(connection, ids);
      if (websites.length < requiredWebsites(operation, raw, ids)) throw websiteNotFound();
      seen.isWebsiteKnown = true;
      const { input, run, notes } = prepare();
      const context = contextOf(request, connection, websites, notes !== undefined);
      const question = { operation, input, websites, notes };
      const identity = answerIdentity({ ...question, now });
      const answer = async () => {
        const last = lastAnswer(database, question, identity);
        if (last) return last;
        const given = operation.body ? await request.readBody?.() : undefined;
        // Nobody waits any more: a write that has not begun is not begun.
        request.signal?.throwIfAborted();
        const { background = {}, ...ran } = await run(context, given);
        const body = operation.output.parse(ran.body);
        // The schema of the report has just checked it.
        const answered = { body: body as ReportBody, input, websites, now, background };
        const noted = notes && { notes: limitNotes([...notes, ...notesOf(answered)]) };
        const parsed = { ...ran, body, ...noted };
        rememberAnswer(database, question, { identity, answer: parsed });
        return parsed;
      };
      return await useOpen({ websites, input, identity, answer });
    } finally {
      await stopCancelling();
    }
  });
}

/**
 * Runs an operation and returns its answer.
 * @example
 * const request = { database, principal, raw: { timeframe: 'last_7_days' }, now: new Date() };
 * const { body } = await runOperation(operationOf('get_website_report'), request);
 * assert.equal((body as { report: string }).report, 'website');
 */
export function runOperation(operation: Operation, request: OperationRequest): Promise<Answer<unknown>> {
  return openOperation(operation, request, ({ answer }) => answer());
}

/** A valid request. */
interface Prepared extends ReturnType<Operation['prepare']> {
  /** The notes about its parameters; undefined if no notes are wanted. */
  notes: Note[] | undefined;
}

function prepared(operation: Operation, request: OperationRequest): Prepared {
  // Before the values: a misspelt name explains why another one is missing.
  if (request.isStrict) refuseUnknown(askedBy(operation, request, {}));
  const { input, run } = operation.prepare(request.raw);
  const isWanted =
    operation.tool !== undefined && (request.notes === 'always' || notesParameter.parse(request.raw));
  return { input, run, notes: isWanted ? parameterNotes(askedBy(operation, request, input)) : undefined };
}

/** What the caller sent by name, beside the names that mean something there. */
function askedBy(
  { parameters, path }: Operation,
  { raw, query, notes, ownParameters = [] }: OperationRequest,
  input: Asked['input'],
): Asked {
  const isInPath = (name: string) => query !== undefined && path.includes(`{${name}}`);
  const names = fieldsOf(parameters).flatMap(([name]) => (isInPath(name) ? [] : name));
  // A tool has no parameter `notes`, so there it is unknown.
  const known = [...names, ...ownParameters, ...(notes === 'always' ? [] : ['notes'])];
  return { known, given: query ?? raw, input };
}

/** Whether an error should say what to do next. */
function wantsNotes(operation: Operation, { raw, notes }: OperationRequest): boolean {
  try {
    return operation.tool !== undefined && (notes === 'always' || notesParameter.parse(raw));
  } catch {
    return false;
  }
}

function connected<Result>(
  { transaction }: Operation,
  request: OperationRequest,
  use: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const { database } = request;
  return inTime(request, () =>
    transaction === 'read' ? inReadTransaction(database, 'later', use) : use(database.sql),
  );
}

async function inTime<Result>({ signal }: OperationRequest, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isTemporaryFailure(error)) throw error;
    const isCanceled = (error as { code?: unknown }).code === QUERY_CANCELED;
    throw isCanceled && signal?.aborted ? signal.reason : unavailable(error, isCanceled ? TOO_SLOW : NOT_NOW);
  }
}

/** The database gave up a statement: it has too much to do, or the question is too large. */
const TOO_SLOW = 'The database took too long. Try again, or ask for a shorter window.';
const NOT_NOW = 'The database is unavailable. Try again.';

function unavailable(cause: unknown, detail: string): ServiceError {
  return new ServiceError('unavailable', detail, { headers: { 'Retry-After': '1' }, cause });
}

function contextOf(
  { database, now, encryptionKey }: OperationRequest,
  connection: Connection,
  websites: readonly WebsiteFacts[],
  withNotes: boolean,
): OperationContext {
  return {
    database,
    connection,
    now,
    websites,
    encryptionKey,
    withNotes,
    get website() {
      const [website, ...others] = websites;
      if (!website || others.length > 0) throw new Error('This operation is not about one website');
      return website;
    },
  };
}

function websitesOf({ websiteRule }: Operation, principal: Principal, raw: RawInput): WebsiteId[] {
  const { website_id, website_ids } = raw;
  if (websiteRule === 'one') return [resolveWebsite(principal, website_id)];
  return websiteRule === 'some'
    ? resolveWebsites(principal, { website_id, website_ids })
    : boundWebsites(principal);
}

/** How many of the websites must exist: those that were named, else one; the list of websites may be empty. */
function requiredWebsites({ websiteRule }: Operation, raw: RawInput, ids: readonly WebsiteId[]): number {
  if (websiteRule === 'all') return 0;
  const isNamed = !isAbsent(raw['website_id']) || !isAbsent(raw['website_ids']);
  return websiteRule === 'some' && isNamed ? ids.length : 1;
}
