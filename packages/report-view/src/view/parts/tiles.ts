import type { Metrics } from '../bodies.ts';
import type { Format } from '../format.ts';
import { el } from '../html.ts';
import { METRICS, type Metric, shown } from '../metrics.ts';

/** A number with its name. */
export interface Tile {
  label: string;
  value: string;
  change?: number | null | undefined;
  detail?: string | undefined;
}

/** Numbers side by side. */
export function tiles(items: readonly Tile[], format: Format): HTMLElement {
  return el(
    'ul',
    { class: 'tiles' },
    ...items.map((item) => el('li', { class: 'tile' }, ...inside(item, format))),
  );
}

/** The metrics of a subject. Each is a button that draws it over time; without a series, plain numbers. */
export function metricTiles(
  metrics: Metrics,
  format: Format,
  choose: ((metric: Metric) => void) | undefined,
): HTMLElement {
  const items = METRICS.map((metric) => {
    const item = {
      label: metric.label,
      value: shown(metric.key, metrics[metric.key] ?? 0, format),
      change: metrics.changes?.[metric.key as keyof typeof metrics.changes],
      detail: metric.detail?.(metrics, format),
    };
    if (!choose) return el('li', { class: 'tile' }, ...inside(item, format));
    const button = el(
      'button',
      { type: 'button', class: 'tile', 'data-metric': metric.key },
      ...inside(item, format),
    );
    button.addEventListener('click', () => choose(metric));
    return el('li', {}, button);
  });
  return el('ul', { class: 'tiles metrics' }, ...items);
}

/** Marks the tile whose metric is drawn. */
export function press(list: HTMLElement, { key }: Metric): void {
  for (const button of list.querySelectorAll<HTMLElement>('button')) {
    button.setAttribute('aria-pressed', String(button.dataset['metric'] === key));
  }
}

/** A change with its sign. None where it is unknown: there was nothing before. */
export function changeMark(change: number | null | undefined, format: Format): HTMLElement | undefined {
  if (change === undefined || change === null) return undefined;
  const direction = change > 0 ? 'up' : change < 0 ? 'down' : 'same';
  const title = 'Change against the period before';
  return el('span', { class: `change ${direction}`, title }, format.change(change));
}

function inside({ label, value, change, detail }: Tile, format: Format): HTMLElement[] {
  const mark = changeMark(change, format);
  return [
    el('span', { class: 'label' }, label),
    el('span', { class: 'value' }, value, mark && ' ', mark),
    ...(detail === undefined ? [] : [el('span', { class: 'detail' }, detail)]),
  ];
}
