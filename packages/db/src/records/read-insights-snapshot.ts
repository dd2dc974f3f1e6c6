import { parseMoneyCents, type WebsiteId } from '@funnel/domain';
import { int4, int8, jsonb, text } from '../connection/column-types.ts';
import type { Connection } from '../connection/database.ts';
import { statement } from '../statement.ts';

/** The weekly insights of a website. */
export interface InsightsSnapshot {
  /** The Monday of the week, YYYY-MM-DD. */
  week: string;
  viewers: number;
  revenueCents: bigint;
  recommendations: string[];
}

const newestSnapshot = statement(
  'read-snapshot',
  { website: int4() },
  { week: text(), viewers: int8(), revenue: text(), recommendations: jsonb<string[]>() },
);

/**
 * Reads the newest insights snapshot of a website, if there is one.
 * @example
 * import { trustedWebsiteId } from '@funnel/domain';
 *
 * const snapshot = await readInsightsSnapshot(database.sql, trustedWebsiteId(1));
 * assert.equal(snapshot?.week, '2026-11-02');
 * assert.equal(await readInsightsSnapshot(database.sql, trustedWebsiteId(2)), undefined);
 */
export async function readInsightsSnapshot(
  connection: Connection,
  websiteId: WebsiteId,
): Promise<InsightsSnapshot | undefined> {
  const [row] = await newestSnapshot(connection, { website: websiteId });
  return (
    row && {
      week: row.week,
      viewers: Number(row.viewers),
      revenueCents: parseMoneyCents(row.revenue),
      recommendations: row.recommendations,
    }
  );
}
