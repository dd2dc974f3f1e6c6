import type { EventType } from '../vocabulary.ts';

/** The counts that can be totals or distinct visitors. Orders and revenue are always totals. */
export const SKETCHED_METRICS = ['views', 'conversions', 'completions', 'submissions', 'subscribes'] as const;

export type SketchedMetric = (typeof SKETCHED_METRICS)[number];

/** What the database stores. All other metrics are computed from these. */
export const STORED_METRICS = [...SKETCHED_METRICS, 'orders', 'revenue'] as const;
export type StoredMetric = (typeof STORED_METRICS)[number];

/** The metric that counts the events of a type. An order also adds its revenue. */
export const EVENT_METRIC = {
  view: 'views',
  conversion: 'conversions',
  completion: 'completions',
  submission: 'submissions',
  subscribe: 'subscribes',
  order: 'orders',
} as const satisfies Record<EventType, StoredMetric>;

/** The counts of one period or one point of a series. Revenue is exact, in cents. */
export interface Counts extends Record<SketchedMetric | 'orders', number> {
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

/**
 * Limits an estimate of distinct visitors to the number of events: a sketch may estimate a little more.
 * @example
 * assert.equal(clampDistinct(10_081, 10_000), 10_000);
 */
export function clampDistinct(estimate: number, total: number): number {
  return Math.min(estimate, total);
}
