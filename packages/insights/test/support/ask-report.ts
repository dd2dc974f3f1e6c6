import type { Database } from '@funnel/db';
import { REPORTS, runReport } from '@funnel/operations';

/** Raw report parameters. */
export type Query = Readonly<Record<string, unknown>>;

/** Runs a report as a client of these websites, and returns the body as it is sent. */
export async function askReport(
  { database, websiteIds, now }: { database: Database; websiteIds: readonly number[]; now: Date },
  tool: string,
  raw: Query,
): Promise<ReturnType<typeof JSON.parse>> {
  const report = REPORTS.find((one) => one.tool === tool);
  if (!report) throw new Error(`There is no report ${tool}`);
  const principal = {
    kind: 'oauth' as const,
    subject: null,
    clientId: null,
    websiteIds,
    scopes: new Set(['reports'] as const),
    expiresAt: null,
    credentialKey: '',
  };
  return JSON.parse(JSON.stringify(await runReport(report, { database, principal, raw, now })));
}
