import { type Counts, parseMoneyCents, SKETCHED_METRICS, type WebsiteId } from '@funnel/domain';
import { alike, int8, nullable, text, type ValuesOf } from '@funnel/db/sql';

export interface SlotCounts {
  /** Index of the slot. */
  slot: number;
  websiteId: WebsiteId;
  subjectId: number;
  counts: Counts;
}

/** The counts of a row as PostgreSQL returns them; null if they were not asked for. */
export const COUNT_COLUMNS = {
  ...alike([...SKETCHED_METRICS, 'orders'], nullable(int8())),
  revenue: nullable(text()),
};

export function addTotals(counts: Counts, row: ValuesOf<typeof COUNT_COLUMNS>): void {
  for (const metric of SKETCHED_METRICS) counts[metric] += Number(row[metric]);
  counts.orders += Number(row.orders);
  if (row.revenue !== null) counts.revenueCents += parseMoneyCents(row.revenue);
}

export function addCounts(sum: Counts, added: Counts): void {
  for (const metric of SKETCHED_METRICS) sum[metric] += added[metric];
  sum.orders += added.orders;
  sum.revenueCents += added.revenueCents;
}
