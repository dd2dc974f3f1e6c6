import type { Metrics } from '../bodies.ts';
import { el } from '../html.ts';
import { METRICS, type Metric } from '../metrics.ts';
import type { PageContext } from '../page.ts';
import { metricTiles, press } from './tiles.ts';
import { seriesChart } from './series-chart.ts';

/** The metric that each page draws first, and the one chosen last. */
let chosen: Metric | undefined = METRICS[0];

/** The metrics of one thing, and one of them over time. */
export function subject(metrics: Metrics, { format, series, isWaiting }: PageContext): Node[] {
  if (!series || series.points.length < 2) {
    const waiting = isWaiting && el('div', { class: 'chart waiting' });
    return [metricTiles(metrics, format, undefined), ...(waiting ? [waiting] : [])];
  }
  const place = el('div');
  const list = metricTiles(metrics, format, (metric) => show(metric));
  const show = (metric: Metric) => {
    chosen = metric;
    press(list, metric);
    place.replaceChildren(seriesChart(series, metric, format));
  };
  show(chosen ?? (METRICS[0] as Metric));
  return [list, place];
}
