import { parseMoneyCents, type WebsiteId } from '@funnel/domain';
import { count, desc, eq } from 'drizzle-orm';
import { int4, int8, jsonb, nullable, text } from '../connection/column-types.ts';
import { type Connection, ormOn } from '../connection/database.ts';
import { insightsSnapshots } from '../schema/index.ts';
import { statement } from '../statement.ts';

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
 * const snapshot = await readInsightsSnapshot(database.sql, websiteId);
 * assert.equal(snapshot?.week, '2026-11-02');
 * assert.equal(await readInsightsSnapshot(database.sql, websiteId, '2026-10-26'), undefined);
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

/**
 * Reads a page of the weeks of which a website has an insights snapshot, the newest first, and how many there are.
 * @example
 * const page = { websiteId, start: 0, limit: 10 };
 * assert.deepEqual(await readInsightsWeeks(database.sql, page), { weeks: ['2026-11-02'], total: 1 });
 */
export async function readInsightsWeeks(
  connection: Connection,
  { websiteId, start, limit }: { websiteId: WebsiteId; start: number; limit: number },
): Promise<{ weeks: string[]; total: number }> {
  const { week } = insightsSnapshots;
  const ofWebsite = eq(insightsSnapshots.websiteId, websiteId);
  const orm = ormOn(connection);
  const [rows, [counted]] = await Promise.all([
    orm
      .select({ week })
      .from(insightsSnapshots)
      .where(ofWebsite)
      .orderBy(desc(week))
      .offset(start)
      .limit(limit),
    orm.select({ total: count() }).from(insightsSnapshots).where(ofWebsite),
  ]);
  return { weeks: rows.map((row) => row.week), total: counted?.total ?? 0 };
}
