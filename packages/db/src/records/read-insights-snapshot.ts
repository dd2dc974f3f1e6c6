import { parseMoneyCents, type WebsiteId } from '@funnel/domain';
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

const newestSnapshot = statement('read-snapshot');

/** Reads the newest insights snapshot of a website, if there is one. */
export async function readInsightsSnapshot(
  connection: Connection,
  websiteId: WebsiteId,
): Promise<InsightsSnapshot | undefined> {
  const [row] = await newestSnapshot<{
    week: string;
    viewers: string;
    revenue: string;
    recommendations: string[];
  }>(connection, [websiteId]);
  return (
    row && {
      week: row.week,
      viewers: Number(row.viewers),
      revenueCents: parseMoneyCents(row.revenue),
      recommendations: row.recommendations,
    }
  );
}
