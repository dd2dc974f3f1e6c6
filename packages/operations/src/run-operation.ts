import {
  boundWebsites,
  type Principal,
  requireScope,
  resolveWebsite,
  resolveWebsites,
  websiteNotFound,
} from '@funnel/auth';
import {
  type Connection,
  type Database,
  inReadTransaction,
  readWebsites,
  type WebsiteFacts,
} from '@funnel/db';
import { isAbsent, type WebsiteId } from '@funnel/domain';
import type { Answer, Operation, OperationContext } from './operation.ts';
import type { RawInput } from './parameters/parameter.ts';
import { namingChoices } from './website-choices.ts';

/** Who asks for what. */
export interface OperationRequest {
  database: Database;
  principal: Principal;
  raw: RawInput;
  now: Date;
  /** Reads and parses the request body; called only once everything before it is valid. */
  readBody?: () => Promise<unknown>;
  encryptionKey?: Uint8Array | undefined;
}

/** A valid request that has not been answered yet. */
export interface OpenOperation {
  /** The websites it is about, with the version of their data. */
  websites: readonly WebsiteFacts[];
  /** The parsed parameters. */
  input: Readonly<Record<string, unknown>>;
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
  const { database, principal, raw } = request;
  requireScope(principal, operation.scope);
  const ids = await namingChoices(database, principal, () => websitesOf(operation, principal, raw));
  return connected(operation, database, async (connection) => {
    const websites = await readWebsites(connection, ids);
    if (websites.length < requiredWebsites(operation, raw, ids)) throw websiteNotFound();
    const { input, run } = operation.prepare(raw);
    const context = contextOf(request, connection, websites);
    const answer = async () => {
      const { body, ...rest } = await run(context, operation.body ? await request.readBody?.() : undefined);
      return { ...rest, body: operation.output.parse(body) };
    };
    return use({ websites, input, answer });
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

function connected<Result>(
  { transaction }: Operation,
  database: Database,
  use: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  return transaction === 'read' ? inReadTransaction(database, use) : use(database.sql);
}

function contextOf(
  { database, now, encryptionKey }: OperationRequest,
  connection: Connection,
  websites: readonly WebsiteFacts[],
): OperationContext {
  return {
    database,
    connection,
    now,
    websites,
    encryptionKey,
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
