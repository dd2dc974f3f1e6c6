import type { Principal } from '@funnel/auth';
import type { Database } from '@funnel/db';
import { ServiceError } from '@funnel/domain';
import { REPORTS, type Report, runReport } from '../../src/index.ts';
import { NOW } from './catalog.ts';

export type Query = Readonly<Record<string, unknown>>;
/** A body as its reader has it, parsed from JSON. */
export type Body = ReturnType<typeof JSON.parse>;

export interface Asking {
  database: Database;
  websiteIds?: readonly number[];
  now?: Date;
}

function reportOf(tool: string): Report {
  const report = REPORTS.find((one) => one.tool === tool);
  if (!report) throw new Error(`There is no report ${tool}`);
  return report;
}

export function principalOf(websiteIds: readonly number[]): Principal {
  return {
    kind: 'oauth',
    subject: 'someone',
    clientId: 'a-client',
    websiteIds,
    scopes: new Set(['reports'] as const),
    expiresAt: new Date('2030-01-01T00:00:00Z'),
    credentialKey: 'a'.repeat(64),
  };
}

/** The body as it goes over the wire. */
export async function ask(
  { database, websiteIds = [1, 2, 3], now = NOW }: Asking,
  tool: string,
  raw: Query = {},
): Promise<Body> {
  const principal = principalOf(websiteIds);
  const body = await runReport(reportOf(tool), { database, principal, raw, now });
  return JSON.parse(JSON.stringify(body));
}

export interface Refused {
  status: number;
  code: string;
  detail: string;
  parameter?: string;
  allowed?: readonly string[];
}

/** What the caller is told; an answer, or an error that nobody foresaw, fails the test. */
export async function refused(asking: Asking, tool: string, raw: Query = {}): Promise<Refused> {
  try {
    await ask(asking, tool, raw);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { status, code, detail, parameter, allowed } = error;
    return { status, code, detail, ...(parameter ? { parameter } : {}), ...(allowed ? { allowed } : {}) };
  }
  throw new Error(`${tool} ${JSON.stringify(raw)} was answered`);
}

export async function codeOf(asking: Asking, tool: string, raw: Query = {}): Promise<string> {
  return (await refused(asking, tool, raw)).code;
}
