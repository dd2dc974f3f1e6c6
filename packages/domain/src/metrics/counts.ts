/** The counts that exist as distinct visitors too; orders and revenue are always summed. */
export const METRIC_COUNTS = ['views', 'conversions', 'completions', 'submissions', 'subscribes'] as const;
export type SketchedMetric = (typeof METRIC_COUNTS)[number];

/** Everything that is stored; all other metrics are computed from these. */
export const STORED_METRICS = [...METRIC_COUNTS, 'orders', 'revenue'] as const;
export type StoredMetric = (typeof STORED_METRICS)[number];

/** What a slot of a response holds before any rate is computed; revenue in cents, exact. */
export interface Counts {
  views: number;
  conversions: number;
  completions: number;
  submissions: number;
  subscribes: number;
  orders: number;
  revenueCents: bigint;
}

export const ZERO_COUNTS: Readonly<Counts> = Object.freeze({
  views: 0,
  conversions: 0,
  completions: 0,
  submissions: 0,
  subscribes: 0,
  orders: 0,
  revenueCents: 0n,
});

/** There are never more visitors than events, whatever the sketch estimates. */
export function clampDistinct(estimate: number, total: number): number {
  return Math.min(estimate, total);
}
