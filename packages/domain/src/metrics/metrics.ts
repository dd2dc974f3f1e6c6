import type { Counts } from './counts.ts';
import { moneyToNumber } from './money.ts';
import { aov, rate } from './rate.ts';

/** The metrics block, in the order of spec section 2.1. */
export const METRIC_NAMES = [
  'views',
  'conversions',
  'completions',
  'submissions',
  'subscribes',
  'orders',
  'revenue',
  'conversion_rate',
  'completion_rate',
  'subscribe_rate',
  'order_rate',
  'aov',
] as const;
export type MetricName = (typeof METRIC_NAMES)[number];

export type Metrics = Record<MetricName, number>;

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

/** The website report's block (spec section 2.1). */
export function withoutSubmissions(metrics: Metrics): Omit<Metrics, 'submissions'> {
  const { submissions: _, ...rest } = metrics;
  return rest;
}
