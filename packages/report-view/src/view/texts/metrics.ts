import type { Metrics, Point } from '../answers/bodies.ts';
import type { Format } from './format.ts';

export type MetricKey = Exclude<keyof Point, 'date'>;

/** How a number is written, and which axis it belongs to. */
export type Unit = 'count' | 'money' | 'percent';

type RateKey = 'conversion_rate' | 'completion_rate' | 'subscribe_rate' | 'order_rate';

/** A metric that has a tile and can be drawn over time. */
export interface Metric {
  key: MetricKey;
  label: string;
  /** Its share of the views. */
  rate?: { key: RateKey; label: string } | undefined;
}

/** In the order of a funnel. */
export const METRICS: readonly Metric[] = [
  { key: 'views', label: 'Viewers' },
  { key: 'conversions', label: 'Conversions', rate: { key: 'conversion_rate', label: 'Conversion rate' } },
  { key: 'submissions', label: 'Submissions' },
  { key: 'completions', label: 'Completions', rate: { key: 'completion_rate', label: 'Completion rate' } },
  { key: 'subscribes', label: 'Subscribes', rate: { key: 'subscribe_rate', label: 'Subscribe rate' } },
  { key: 'orders', label: 'Orders', rate: { key: 'order_rate', label: 'Order rate' } },
  { key: 'revenue', label: 'Revenue' },
];

export function isMetricKey(text: string): text is MetricKey {
  return METRICS.some(({ key }) => key === text);
}

export function metricOf(key: MetricKey): Metric {
  return METRICS.find((metric) => metric.key === key) ?? (METRICS[0] as Metric);
}

/** People are counted once unless events are counted: "Viewers", or "Views". */
export function labelOf({ key, label }: Metric, countType: unknown): string {
  return key === 'views' && countType === 'total' ? 'Views' : label;
}

/** What is said below the number of a metric: its rate, or the value of an order. */
export function detailOf({ key, rate }: Metric, metrics: Metrics, format: Format): string {
  if (key === 'revenue') return metrics.orders > 0 ? `${format.money(metrics.aov)} per order` : '';
  return rate ? `${format.percent(metrics[rate.key])} rate` : '';
}

export function shown(key: string, value: number, format: Format): string {
  return written(unitOf(key), value, format);
}

export function unitOf(key: string): Unit {
  if (key.endsWith('_rate')) return 'percent';
  return key === 'revenue' || key === 'aov' ? 'money' : 'count';
}

export function written(unit: Unit, value: number, format: Format): string {
  if (unit === 'percent') return format.percent(value);
  return unit === 'money' ? format.money(value) : format.count(value);
}
