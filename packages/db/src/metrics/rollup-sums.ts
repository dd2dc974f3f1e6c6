import {
  clampDistinct,
  type Counts,
  parseMoneyCents,
  SKETCHED_METRICS,
  unionUpperBound,
} from '@funnel/domain';
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

/** The distinct counts of a row: exact for one bucket, upper bounds for several. */
export function distinctCounts(row: SumsRow, buckets: number): Counts {
  const counts = totalCounts(row);
  // An estimate is missing: only the totals are known, and no distinct count is higher.
  if (row.lacks_estimate) return counts;
  for (const metric of SKETCHED_METRICS) {
    const estimates = Number(row[`${metric}_visitors`]);
    const distinct = buckets === 1 ? estimates : unionUpperBound(estimates, buckets);
    counts[metric] = clampDistinct(distinct, counts[metric]);
  }
  return counts;
}
