import type { Metrics } from '../answers/bodies.ts';
import type { Format } from '../texts/format.ts';
import type { Changed } from '../answers/extras.ts';
import { el } from '../browser/html.ts';
import { changeMark } from './change-mark.ts';
import { detailOf, labelOf, METRICS, type Metric, type MetricKey, shown } from '../texts/metrics.ts';

export interface Tile {
  label: string;
  value: string;
  change?: Node | undefined;
  detail?: string | undefined;
}

interface MetricTiles {
  format: Format;
  countType: unknown;
  /** What changed; absent where nothing is compared. */
  changed: Changed | undefined;
  chosen: readonly MetricKey[];
  /** Draws one over time; absent without a series. */
  choose?: ((metric: Metric) => void) | undefined;
}

export function tiles(items: readonly Tile[]): HTMLElement {
  return el(
    'ul',
    { class: `tiles of-${items.length}` },
    ...items.map((item) => el('li', { class: 'tile' }, ...inside(item))),
  );
}

/** The metrics of a subject. Each is a button that draws it over time; without a series, plain numbers. */
export function metricTiles(metrics: Metrics, context: MetricTiles): HTMLElement {
  const { format, countType, changed, chosen, choose } = context;
  const metricsShown = METRICS.filter(({ key }) => key !== 'submissions' || (metrics.submissions ?? 0) > 0);
  const items = metricsShown.map((metric) => {
    const write = (number: number) => shown(metric.key, number, format);
    const value = write(metrics[metric.key] ?? 0);
    const item = {
      label: labelOf(metric, countType),
      value,
      change: changed && changeMark(changed, { metric: metric.key, beside: value, format, write }),
      detail: detailOf(metric, metrics, format),
    };
    if (!choose) return el('li', { class: 'tile' }, ...inside(item));
    const attributes = {
      type: 'button',
      class: 'tile',
      'data-metric': metric.key,
      'aria-pressed': String(chosen.includes(metric.key)),
      click: () => choose(metric),
    };
    return el('li', {}, el('button', attributes, ...inside(item)));
  });
  return el('ul', { class: `tiles of-${items.length}` }, ...items);
}

function inside({ label, value, change, detail }: Tile): HTMLElement[] {
  return [
    el('span', { class: 'label' }, label),
    el('span', { class: 'value' }, value, change && ' ', change),
    ...(detail === undefined || detail === '' ? [] : [el('span', { class: 'detail' }, detail)]),
  ];
}
