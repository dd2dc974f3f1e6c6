import type { Metrics } from '../bodies.ts';
import type { Format } from '../format.ts';
import { METRICS, shown } from '../metrics.ts';
import { numberTable } from './number-table.ts';

const RATES = ['conversion_rate', 'completion_rate', 'subscribe_rate', 'order_rate', 'aov'] as const;
const HEAD = ['Conversion rate', 'Completion rate', 'Subscribe rate', 'Order rate', 'Average order'];

/** Every metric of every row. */
export function metricsTable(
  of: string,
  rows: readonly { name: string; metrics: Metrics }[],
  format: Format,
): HTMLElement {
  const keys = [...METRICS.map(({ key }) => key), ...RATES];
  return numberTable(
    'All numbers',
    [of, ...METRICS.map(({ label }) => label), ...HEAD],
    rows.map(({ name, metrics }) => [name, ...keys.map((key) => shown(key, metrics[key] ?? 0, format))]),
  );
}
