import type { Database } from '@funnel/db';
import { trustedWebsiteId } from '@funnel/domain';
import { operationOf, runOperation, type ToolName } from '@funnel/operations';

/** Raw report parameters. */
export type Query = Readonly<Record<string, unknown>>;

/** Runs a report as a client of these websites, and returns the body as it is sent. */
export async function askReport(
  { database, websiteIds, now }: { database: Database; websiteIds: readonly number[]; now: Date },
  tool: ToolName,
  raw: Query,
): Promise<ReturnType<typeof JSON.parse>> {
  const principal = {
    kind: 'oauth' as const,
    subject: null,
    clientId: null,
    websiteIds: websiteIds.map(trustedWebsiteId),
    scopes: new Set(['reports'] as const),
    expiresAt: null,
    budgetKey: '',
  };
  const { body } = await runOperation(operationOf(tool), { database, principal, raw, now });
  return JSON.parse(JSON.stringify(body));
}
