import { parseMoneyCents, type WebsiteId } from '@funnel/domain';
import { int4, int8, jsonb, nullable, text } from '../connection/column-types.ts';
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

const snapshotOf = statement(
  'read-snapshot',
  { website: int4(), week: nullable(text()) },
  { week: text(), viewers: int8(), revenue: text(), recommendations: jsonb<string[]>() },
);

/**
 * Reads the insights snapshot of a week, or the newest one of a website, if there is one.
 * @example
 * import { trustedWebsiteId } from '@funnel/domain';
 *
 * const snapshot = await readInsightsSnapshot(database.sql, trustedWebsiteId(1));
 * assert.equal(snapshot?.week, '2026-11-02');
 * assert.equal(await readInsightsSnapshot(database.sql, trustedWebsiteId(1), '2026-10-26'), undefined);
 * assert.equal(await readInsightsSnapshot(database.sql, trustedWebsiteId(2)), undefined);
 */
export async function readInsightsSnapshot(
  connection: Connection,
  websiteId: WebsiteId,
  week?: string,
): Promise<InsightsSnapshot | undefined> {
  const [row] = await snapshotOf(connection, { website: websiteId, week: week ?? null });
  return (
    row && {
      week: row.week,
      viewers: Number(row.viewers),
      revenueCents: parseMoneyCents(row.revenue),
      recommendations: row.recommendations,
    }
  );
}
