import type { Metrics } from '../bodies.ts';
import type { Format } from '../format.ts';
import { el } from '../html.ts';
import { detailOf, labelOf, METRICS, type Metric, type MetricKey, shown } from '../metrics.ts';

/** A number with its name. */
export interface Tile {
  label: string;
  value: string;
  change?: Node | undefined;
  detail?: string | undefined;
}

/** What tiles of metrics are drawn with. */
interface MetricTiles {
  format: Format;
  countType: unknown;
  /** Whether the window is so young that a change means nothing. */
  isYoung: boolean;
  /** Whether it has not begun: there is nothing to compare. */
  isFuture: boolean;
  /** The metrics that are drawn over time. */
  chosen: readonly MetricKey[];
  /** Draws one over time; absent without a series. */
  choose?: ((metric: Metric) => void) | undefined;
}

/** Numbers side by side. */
export function tiles(items: readonly Tile[]): HTMLElement {
  return el(
    'ul',
    { class: `tiles of-${items.length}` },
    ...items.map((item) => el('li', { class: 'tile' }, ...inside(item))),
  );
}

/** The metrics of a subject. Each is a button that draws it over time; without a series, plain numbers. */
export function metricTiles(metrics: Metrics, context: MetricTiles): HTMLElement {
  const { format, countType, isYoung, isFuture, chosen, choose } = context;
  const metricsShown = METRICS.filter(({ key }) => key !== 'submissions' || (metrics.submissions ?? 0) > 0);
  const items = metricsShown.map((metric) => {
    const change = metrics.changes?.[metric.key as keyof typeof metrics.changes];
    const item = {
      label: labelOf(metric, countType),
      value: shown(metric.key, metrics[metric.key] ?? 0, format),
      change: isFuture ? undefined : changeMark(change, format, isYoung),
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

/**
 * A change with its sign. None where it is unknown: there was nothing before. A day that is not over cannot be compared with a whole
 * one, so its change has no colour and says why.
 */
export function changeMark(
  change: number | null | undefined,
  format: Format,
  isYoung = false,
): HTMLElement | undefined {
  if (change === undefined || change === null) return undefined;
  if (isYoung) {
    const title = `${format.change(change)} against a whole day: this one is not over.`;
    return el('span', { class: 'change same', title }, 'so far');
  }
  const direction = change > 0 ? 'up' : change < 0 ? 'down' : 'same';
  const title = 'Change against the period before';
  return el('span', { class: `change ${direction}`, title }, format.change(change));
}

function inside({ label, value, change, detail }: Tile): HTMLElement[] {
  return [
    el('span', { class: 'label' }, label),
    el('span', { class: 'value' }, value, change && ' ', change),
    ...(detail === undefined || detail === '' ? [] : [el('span', { class: 'detail' }, detail)]),
  ];
}
