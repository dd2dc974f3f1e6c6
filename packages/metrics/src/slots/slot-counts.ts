import {
  type Counts,
  parseMoneyCents,
  SKETCHED_METRICS,
  type StoredMetric,
  type WebsiteId,
} from '@funnel/domain';

/** The counts of one subject in one slot. */
export interface SlotCounts {
  /** Index of the slot. */
  slot: number;
  websiteId: WebsiteId;
  subjectId: number;
  counts: Counts;
}

/** The counts of a row as PostgreSQL returns them; null if they were not asked for. */
type CountsRow = Readonly<Record<StoredMetric, string | null>>;

/** Adds the total counts of a row. */
export function addTotals(counts: Counts, row: CountsRow): void {
  for (const metric of SKETCHED_METRICS) counts[metric] += Number(row[metric]);
  counts.orders += Number(row.orders);
  if (row.revenue !== null) counts.revenueCents += parseMoneyCents(row.revenue);
}

/** Adds counts to others. */
export function addCounts(sum: Counts, added: Counts): void {
  for (const metric of SKETCHED_METRICS) sum[metric] += added[metric];
  sum.orders += added.orders;
  sum.revenueCents += added.revenueCents;
}
