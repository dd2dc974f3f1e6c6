import type { CoveredPerson } from '@funnel/auth';
import type { Caller, Connection, Database, WebsiteFacts } from '@funnel/db';
import type { CompareWith, ErrorCode, Level, Scope } from '@funnel/domain';
import type { LinkPasswords } from '@funnel/sharing';
import type { ChannelSettings } from '@funnel/notifications';
import type { z } from 'zod';
import type { Extras } from './extras/extras.ts';
import type { Note } from './notes/note.ts';
import { fieldsOf, type InputOf, type Parameters } from './parameters/parameter.ts';

/** The groups of the API reference. */
export type Tag =
  | 'Reports'
  | 'Areas'
  | 'Contacts'
  | 'Campaigns'
  | 'Website'
  | 'Beyond v1'
  | 'Notifications'
  | 'Embedding'
  | 'Share links';

/** Which of the token's websites an operation is about: one, some (all by default), or all of them. */
type WebsiteRule = 'one' | 'some' | 'all';

/** What every operation is run with, whichever surface it was called on. */
export interface OperationContext {
  database: Database;
  /** One snapshot of the database for operations with `transaction: 'read'`, else the pool. */
  connection: Connection;
  now: Date;
  /** Who asks, for the audit log. */
  caller: Caller;
  /** The person whom the token covers with all that they may see. Undefined for a token for chosen websites, or of no person. */
  person: (CoveredPerson & { id: number }) | undefined;
  /** The websites that the operation is about, in ascending order of id. */
  websites: readonly WebsiteFacts[];
  /** The website of an operation about one; throws for any other. */
  website: WebsiteFacts;
  /** Decrypts legacy API keys; only the REST API has it. */
  encryptionKey: Uint8Array | undefined;
  /** Undefined if this installation sends no notifications. */
  notifications: ChannelSettings | undefined;
  /** Hashes passwords of share links when their turn comes; only the REST API has it. */
  linkPasswords: LinkPasswords | undefined;
  /** Whether the caller wants notes, which may need more than the report reads. */
  withNotes: boolean;
  /** Whether the caller wants extras, which need some of the same and more. */
  withExtras: boolean;
  /** What the caller wants to compare with; undefined: what is usual. */
  compareWith: CompareWith | undefined;
}

/** The result of an operation. */
export interface Answer<Body> {
  body: Body;
  /** 200 by default. */
  status?: 200 | 201;
  /** Set for a paginated list: becomes the headers `Link` and `X-Total-Count`. */
  pages?: { page: number; perPage: number; total: number };
  /** Of a report, if the caller wants notes. */
  notes?: readonly Note[];
  /** Of a report that has some, if the caller wants extras. */
  extras?: Extras;
}

/** A typical request. Its answer is generated into `examples.json` from the test data. */
export interface Example {
  parameters: Readonly<Record<string, string | number | boolean>>;
  body?: unknown;
}

/** What makes an operation a tool as well. */
interface ToolOptions {
  /** The arguments of a typical call, where the parameters do not suggest one. */
  example?: Readonly<Record<string, unknown>>;
}

/** Everything about an operation except its parameters and what it does. */
interface OperationHead<Name extends string> {
  /** The operation id of the REST API and the name of the tool. */
  name: Name;
  title: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below /api/v1; what begins with /beyond-v1/ is below /api. */
  path: string;
  scope: Scope;
  /** Whether it is about what belongs to a person: only a token of one will do. */
  isPersonal?: boolean;
  tag: Tag;
  summary: string;
  description: string;
  websiteRule: WebsiteRule;
  /** What an operation with an id is about. Without it, an operation is about more than one campaign. */
  level?: Exclude<Level, 'website'>;
  /** `read`: everything is read from one snapshot of the database, in a read-only transaction. */
  transaction: 'read' | 'none';
  /** `revalidate`: the response has an ETag. `no-store`: it holds personal data or a secret. */
  caching: 'revalidate' | 'no-store';
  /** JSON Schema of the request body, for operations that take one. */
  body?: Readonly<Record<string, unknown>>;
  /** Whether it can add extras: what a picture needs beyond a body. */
  hasExtras?: boolean;
  /** Whether it compares the days that were asked for with others, so that a caller may choose these. */
  hasComparison?: boolean;
  /** How much it takes of the service and of the rate limit, compared to the report of one campaign. 1 by default. */
  weight?: number;
  /** The errors beyond those of the parameters and those that every operation has. */
  errors: readonly ErrorCode[];
  example: Example;
}

/** An operation as its file defines it. */
export interface OperationDefinition<Name extends string, Params extends Parameters, Output extends z.ZodType>
  extends OperationHead<Name> {
  /** In validation order. */
  parameters: Params;
  /** The schema of the response body; its `id` is its component name in the OpenAPI document. */
  output: Output;
  run: (context: OperationContext, input: InputOf<Params>, body: unknown) => Promise<Answer<z.input<Output>>>;
}

/** An operation as the surfaces use it: route, OpenAPI operation and tool are made from this value. */
export interface Operation<Name extends string = string> extends OperationHead<Name> {
  parameters: Parameters;
  /** The names of its parameters, in validation order. */
  names: readonly string[];
  /** Those that a query may have: a path has the others. */
  queryNames: readonly string[];
  output: z.ZodType;
  /** Set for the operations that are tools as well. */
  tool?: ToolOptions;
  /** `input` is what its own parameters have parsed. */
  run(
    context: OperationContext,
    input: Readonly<Record<string, unknown>>,
    body: unknown,
  ): Promise<Answer<unknown>>;
}

export type ToolOperation<Name extends string = string> = Operation<Name> & { tool: ToolOptions };

/**
 * @example
 * import { z } from 'zod';
 *
 * const operation = defineOperation({
 *   name: 'say_hello', title: 'Hello', method: 'GET', path: '/hello', scope: 'reports', tag: 'Reports',
 *   summary: 'Says hello', description: 'Says hello.', websiteRule: 'all', transaction: 'none', caching: 'no-store',
 *   parameters: {}, output: z.object({ message: z.string() }), errors: [], example: { parameters: {} },
 *   run: async () => ({ body: { message: 'Hello' } }),
 * });
 * assert.deepEqual(operation.queryNames, []);
 */
export function defineOperation<
  const Name extends string,
  Params extends Parameters,
  Output extends z.ZodType,
>(definition: OperationDefinition<Name, Params, Output>): Operation<Name> {
  const names = fieldsOf(definition.parameters).map(([name]) => name);
  return {
    ...definition,
    names,
    queryNames: names.filter((name) => !definition.path.includes(`{${name}}`)),
  };
}

/** A report as its file defines it: it reads, and what it has read it shows, and says in notes and extras. */
interface ReportDefinition<
  Name extends string,
  Params extends Parameters,
  Output extends z.ZodType,
  ForNotes,
  ForExtras,
> extends Omit<
    OperationDefinition<Name, Params, Output>,
    'method' | 'scope' | 'tag' | 'transaction' | 'caching' | 'errors' | 'hasExtras' | 'run'
  > {
  tool: ToolOptions;
  read: (
    context: OperationContext,
    input: InputOf<Params>,
  ) => Promise<{ body: z.input<Output>; facts: ForNotes & ForExtras }>;
  /** What the report says about its answer, in order. */
  notes: (facts: ForNotes) => readonly Note[];
  /** What a picture of it needs beyond the body. */
  extras?: (facts: ForExtras) => Extras;
}

/** Defines a report: a read-only operation that is an endpoint and a tool. */
export function defineReport<
  const Name extends string,
  Params extends Parameters,
  Output extends z.ZodType,
  ForNotes,
  ForExtras,
>({
  tool,
  read,
  notes,
  extras,
  ...report
}: ReportDefinition<Name, Params, Output, ForNotes, ForExtras>): ToolOperation<Name> {
  const operation = defineOperation<Name, Params, Output>({
    ...report,
    method: 'GET',
    scope: 'reports',
    tag: 'Reports',
    transaction: 'read',
    caching: 'revalidate',
    errors: [],
    hasExtras: extras !== undefined,
    async run(context, input) {
      const { body, facts } = await read(context, input);
      return {
        body,
        ...(context.withNotes && { notes: notes(facts) }),
        ...(context.withExtras && extras && { extras: extras(facts) }),
      };
    },
  });
  return { ...operation, tool };
}
