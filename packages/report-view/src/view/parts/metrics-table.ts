import type { Metrics } from '../answers/bodies.ts';
import type { DrawContext } from '../context/draw.ts';
import { labelOf, METRICS, shown } from '../texts/metrics.ts';
import { numberTable } from './number-table.ts';

export function metricsTable(
  of: string,
  rows: readonly { name: string; metrics: Metrics }[],
  { format, countType }: Pick<DrawContext, 'format' | 'countType'>,
): HTMLElement {
  const columns = [
    ...METRICS.map((metric) => ({ key: metric.key, label: labelOf(metric, countType) })),
    ...METRICS.flatMap(({ rate }) => rate ?? []),
    { key: 'aov', label: 'Average order' } as const,
  ];
  return numberTable(
    'All numbers',
    [of, ...columns.map(({ label }) => label)],
    rows.map(({ name, metrics }) => [
      name,
      ...columns.map(({ key }) => {
        const value = metrics[key] ?? 0;
        return { text: shown(key, value, format), value };
      }),
    ]),
  );
}
