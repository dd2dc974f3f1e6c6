import { clampDistinct, type Counts, parseMoneyCents, SKETCHED_METRICS } from '@funnel/domain';
import type { SumsRow } from './rollup-statements.ts';

/** The total counts of a row. */
export function totalCounts(row: SumsRow): Counts {
  return {
    views: Number(row.views),
    conversions: Number(row.conversions),
    completions: Number(row.completions),
    submissions: Number(row.submissions),
    subscribes: Number(row.subscribes),
    orders: Number(row.orders),
    revenueCents: row.revenue === null ? 0n : parseMoneyCents(row.revenue),
  };
}

/** The distinct counts of one bucket; undefined if it was stored, by an earlier version, without estimates. */
export function bucketCounts(row: SumsRow): Counts | undefined {
  const counts = totalCounts(row);
  for (const metric of SKETCHED_METRICS) {
    const estimate = row[`${metric}_visitors`];
    if (estimate === null && counts[metric] > 0) return undefined;
    counts[metric] = clampDistinct(Number(estimate), counts[metric]);
  }
  return counts;
}
