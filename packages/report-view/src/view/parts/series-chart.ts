import type { Point } from '../bodies.ts';
import type { Format } from '../format.ts';
import { el } from '../html.ts';
import { type Metric, shown } from '../metrics.ts';
import type { Series } from '../series.ts';
import { lineChart } from './line-chart.ts';
import { numberTable } from './number-table.ts';

/** A metric over time with the period before behind it, and the same numbers as a table. */
export function seriesChart(series: Series, metric: Metric, format: Format): HTMLElement {
  const { points, before } = series;
  const legend = el('p', { class: 'legend', 'aria-hidden': 'true' }, ...legendOf(series, metric, format));
  const chart = lineChart({
    label: summaryOf(series, metric, format),
    values: points.map((point) => point[metric.key]),
    before: before?.map((point) => point[metric.key]),
    nameOf: (index) => (points[index] ? format.day(points[index].date) : ''),
    shorten: format.short,
    point: (index) => legend.replaceChildren(...legendOf(series, metric, format, index)),
  });
  return el('section', { class: 'series' }, legend, chart, tableOf(series, metric, format));
}

/** Names the lines; under the pointer with the numbers of that day. */
function legendOf(
  { points, before }: Series,
  metric: Metric,
  format: Format,
  index?: number | null,
): HTMLElement[] {
  const key = (kind: string, name: string, list: readonly Point[]) => {
    const point = typeof index === 'number' ? list[index] : undefined;
    const text = point ? `${format.day(point.date)}: ${shown(metric.key, point[metric.key], format)}` : name;
    return el('span', { class: `key ${kind}` }, text);
  };
  return [key('now', metric.label, points), ...(before ? [key('before', 'Period before', before)] : [])];
}

function summaryOf({ points, groupBy }: Series, { key, label }: Metric, format: Format): string {
  const highest = Math.max(...points.map((point) => point[key]));
  const when = points.find((point) => point[key] === highest)?.date ?? '';
  return `${label} by ${groupBy}; the highest is ${shown(key, highest, format)} on ${format.day(when)}. The table below has every number.`;
}

function tableOf({ points, before, groupBy }: Series, { key, label }: Metric, format: Format): HTMLElement {
  const rows = points.map((point, index) => {
    const earlier = before?.[index];
    return [
      format.day(point.date),
      shown(key, point[key], format),
      ...(before ? [earlier ? shown(key, earlier[key], format) : '–'] : []),
    ];
  });
  const head = [`By ${groupBy}`, label, ...(before ? ['Period before'] : [])];
  return numberTable(`${label} as a table`, head, rows);
}
