import type { Principal } from '@funnel/auth';
import type { Database } from '@funnel/db';
import { ServiceError, trustedWebsiteId } from '@funnel/domain';
import {
  type Extras,
  extrasSchema,
  type Note,
  operationOf,
  runOperation,
  type ToolName,
} from '../../src/index.ts';
import { NOW } from './catalog.ts';

/** The parameters of a request. */
export type Query = Readonly<Record<string, unknown>>;
/** A body, parsed from JSON. */
export type Body = ReturnType<typeof JSON.parse>;

/** Who asks, when and in which database. */
export interface Asking {
  database: Database;
  websiteIds?: readonly number[];
  now?: Date;
}

/** The principal of a token for these websites. */
export function principalOf(websiteIds: readonly number[]): Principal {
  return {
    kind: 'oauth',
    subject: 'someone',
    clientId: 'a-client',
    websiteIds: websiteIds.map(trustedWebsiteId),
    scopes: new Set(['reports'] as const),
    expiresAt: new Date('2030-01-01T00:00:00Z'),
    budgetKey: 'a'.repeat(64),
  };
}

/** Runs a report; returns the body as it goes over the wire. */
export async function ask(
  { database, websiteIds = [1, 2, 3], now = NOW }: Asking,
  tool: ToolName,
  raw: Query = {},
): Promise<Body> {
  const principal = principalOf(websiteIds);
  const { body } = await runOperation(operationOf(tool), { database, principal, raw, now });
  return JSON.parse(JSON.stringify(body));
}

/** Runs a report as a tool does; returns its notes. */
export async function askNotes(
  { database, websiteIds = [1, 2, 3], now = NOW }: Asking,
  tool: ToolName,
  raw: Query = {},
  { extras }: { extras?: 'always' } = {},
): Promise<readonly Note[]> {
  const always = { notes: 'always', extras } as const;
  const request = { database, principal: principalOf(websiteIds), raw, now, ...always };
  return (await runOperation(operationOf(tool), request)).notes ?? [];
}

/** Runs a report as a tool does for a client that shows pictures; extras are checked by their schema. */
export async function askAll(
  { database, websiteIds = [1, 2, 3], now = NOW }: Asking,
  tool: ToolName,
  raw: Query = {},
): Promise<{ body: Body; notes: readonly Note[]; extras: Extras | undefined }> {
  const always = { notes: 'always', extras: 'always' } as const;
  const request = { database, principal: principalOf(websiteIds), raw, now, ...always };
  const { body, notes = [], extras } = await runOperation(operationOf(tool), request);
  const given = extras && extrasSchema.strict().parse(JSON.parse(JSON.stringify(extras)));
  return { body: JSON.parse(JSON.stringify(body)), notes, extras: given };
}

/** Its extras. */
export async function askExtras(asking: Asking, tool: ToolName, raw: Query = {}): Promise<Extras> {
  return extrasSchema.parse((await askAll(asking, tool, raw)).extras);
}

/** The error of a rejected request. */
export interface Refused {
  status: number;
  code: string;
  detail: string;
  parameter?: string;
  allowed?: readonly string[];
}

/** The error of a rejected request; an answer, or an unexpected error, fails the test. */
export async function refused(asking: Asking, tool: ToolName, raw: Query = {}): Promise<Refused> {
  try {
    await ask(asking, tool, raw);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { status, code, detail, parameter, allowed } = error;
    return { status, code, detail, ...(parameter ? { parameter } : {}), ...(allowed ? { allowed } : {}) };
  }
  throw new Error(`${tool} ${JSON.stringify(raw)} was answered`);
}

/** The error code of a rejected request. */
export async function codeOf(asking: Asking, tool: ToolName, raw: Query = {}): Promise<string> {
  return (await refused(asking, tool, raw)).code;
}
