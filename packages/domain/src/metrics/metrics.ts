import { type Day, formatDay } from '../calendar/day.ts';
import { type Counts, STORED_METRICS } from './counts.ts';
import { moneyToNumber } from './decimals.ts';
import { aov, change, rate } from './ratios.ts';

/** The metrics of a report, in the order of the response. See docs/reference/metrics.md. */
export const METRIC_NAMES = [
  ...STORED_METRICS,
  'conversion_rate',
  'completion_rate',
  'subscribe_rate',
  'order_rate',
  'aov',
] as const;
export type MetricName = (typeof METRIC_NAMES)[number];

export type Metrics = Record<MetricName, number>;

/**
 * @example
 * const metrics = metricsOf({ ...ZERO_COUNTS, views: 200, conversions: 50 });
 * assert.equal(metrics.conversion_rate, 25);
 * assert.equal(metrics.aov, 0);
 */
export function metricsOf(counts: Counts): Metrics {
  const { views, conversions, completions, submissions, subscribes, orders, revenueCents } = counts;
  return {
    views,
    conversions,
    completions,
    submissions,
    subscribes,
    orders,
    revenue: moneyToNumber(revenueCents),
    conversion_rate: rate(conversions, views),
    completion_rate: rate(completions, views),
    subscribe_rate: rate(subscribes, views),
    order_rate: rate(orders, views),
    aov: aov(revenueCents, orders),
  };
}

/**
 * Returns the metrics block of the website report, which has no `submissions`.
 * @example
 * assert.equal('submissions' in withoutSubmissions(metricsOf(ZERO_COUNTS)), false);
 */
export function withoutSubmissions(metrics: Metrics): Omit<Metrics, 'submissions'> {
  const { submissions: _, ...rest } = metrics;
  return rest;
}

/**
 * @example
 * const changes = changesOf({ views: 150, orders: 2 }, { views: 100, orders: 0 });
 * assert.deepEqual(changes, { views: 50, orders: null });
 */
export function changesOf<Name extends MetricName>(
  current: Record<Name, number>,
  previous: Record<Name, number>,
): Record<Name, number | null> {
  const changes: Record<Name, number | null> = { ...current };
  for (const name in current) changes[name] = change(current[name], previous[name]);
  return changes;
}

/**
 * Builds one point of a timeseries, with its keys in the order of the response.
 * @example
 * const point = pointOf(0, { ...ZERO_COUNTS, views: 3 });
 * assert.equal(point.date, '1970-01-01');
 * assert.equal(point.views, 3);
 */
export function pointOf(date: Day, counts: Counts) {
  return {
    date: formatDay(date),
    views: counts.views,
    conversions: counts.conversions,
    completions: counts.completions,
    subscribes: counts.subscribes,
    submissions: counts.submissions,
    orders: counts.orders,
    revenue: moneyToNumber(counts.revenueCents),
  };
}
