import type { Metrics, Point } from './bodies.ts';
import type { Format } from './format.ts';

/** A metric that has a tile and can be drawn over time. */
export interface Metric {
  key: Exclude<keyof Point, 'date'>;
  label: string;
  /** What is said below the number. */
  detail?: (metrics: Metrics, format: Format) => string;
}

const rate = (key: 'conversion_rate' | 'completion_rate' | 'subscribe_rate' | 'order_rate') => ({
  detail: (metrics: Metrics, format: Format) => `${format.percent(metrics[key])} of views`,
});

/** In the order of a funnel. */
export const METRICS: readonly Metric[] = [
  { key: 'views', label: 'Views' },
  { key: 'conversions', label: 'Conversions', ...rate('conversion_rate') },
  { key: 'completions', label: 'Completions', ...rate('completion_rate') },
  { key: 'subscribes', label: 'Subscribes', ...rate('subscribe_rate') },
  { key: 'orders', label: 'Orders', ...rate('order_rate') },
  { key: 'revenue', label: 'Revenue', detail: (metrics, format) => `${format.money(metrics.aov)} per order` },
];

/** A value as people read it. */
export function shown(key: string, value: number, format: Format): string {
  if (key.endsWith('_rate')) return format.percent(value);
  return key === 'revenue' || key === 'aov' ? format.money(value) : format.count(value);
}
