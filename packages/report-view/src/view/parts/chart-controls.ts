import { button, el } from '../browser/html.ts';
import { labelOf, METRICS, metricOf, type MetricKey } from '../texts/metrics.ts';
import { MAX_LINES, toggled } from '../context/look.ts';
import type { DrawContext } from '../context/draw.ts';
import { savePicture } from './picture.ts';

interface Chart {
  chart: HTMLElement;
  hasVariants: boolean;
}

/** What can be chosen above a chart: number or rate, further lines, one line for each variant, a file of the picture. */
export function chartControls(context: DrawContext, { chart, hasVariants }: Chart): HTMLElement {
  const { look, change, host, countType, open } = context;
  const hasRate = look.metrics.some((key) => metricOf(key).rate);
  const others = METRICS.filter(({ key }) => !look.metrics.includes(key));
  const isFull = look.metrics.length >= MAX_LINES || look.byVariant;
  const add = el(
    'select',
    {
      'aria-label': 'Add a line',
      change: () => change(toggled(look, add.value as MetricKey)),
    },
    el('option', { value: '', selected: true }, '+ Line'),
    ...others.map((metric) => el('option', { value: metric.key }, labelOf(metric, countType))),
  );
  const { save } = host ?? {};
  return el(
    'div',
    { class: 'controls' },
    hasRate &&
      el(
        'span',
        { class: 'segments', role: 'group', 'aria-label': 'Number or rate' },
        segment('Number', !look.isRate, () => change({ ...look, isRate: false })),
        segment('Rate', look.isRate, () => change({ ...look, isRate: true })),
      ),
    hasVariants &&
      open !== undefined &&
      el(
        'span',
        { class: 'segments', role: 'group', 'aria-label': 'Lines' },
        segment('Together', !look.byVariant, () => change({ ...look, byVariant: false })),
        segment('By variant', look.byVariant, () =>
          change({ ...look, byVariant: true, metrics: look.metrics.slice(0, 1) }),
        ),
      ),
    !isFull && add,
    ...(look.metrics.length > 1
      ? look.metrics.map((key) => {
          const label = labelOf(metricOf(key), countType);
          return button(`${label} ×`, () => change(toggled(look, key)), {
            class: 'chip',
            'aria-label': `${label} ×: remove this line`,
          });
        })
      : []),
    save &&
      button('PNG', () => void savePicture(chart, save), {
        'aria-label': 'PNG: save the chart as a picture',
      }),
  );
}

function segment(text: string, isChosen: boolean, click: () => void): HTMLElement {
  return button(text, click, { 'aria-pressed': String(isChosen) });
}
