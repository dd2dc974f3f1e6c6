import type { Variant } from '../bodies.ts';
import { el, opener } from '../html.ts';
import { type Interval, intervalOf } from '../interval.ts';
import type { PageContext } from '../page.ts';
import { deeper } from '../question.ts';

/** A variant by its name, or by its letter if it has none. */
export function variantName({ name, variation }: { name: string | null; variation: string }): string {
  const letter = variation.toUpperCase();
  return name === null || name === '' ? `Variant ${letter}` : `${letter} · ${name}`;
}

/** Variants side by side: the conversion rate of each as a dot on a line that it probably lies on. */
export function variantTable(
  caption: string,
  variants: readonly Variant[],
  websiteId: number,
  context: PageContext,
): HTMLElement {
  const { format, question } = context;
  const rows = variants.map((variant) => ({
    variant,
    interval: intervalIn(variant, question.args['count_type']),
  }));
  const scale = scaleOf(
    rows.map(({ variant, interval }) => interval ?? pointAt(variant.metrics.conversion_rate)),
  );
  return el(
    'table',
    { class: 'variants' },
    el('caption', {}, caption),
    el(
      'thead',
      {},
      el(
        'tr',
        {},
        el('th', { scope: 'col' }, 'Variant'),
        el(
          'th',
          { scope: 'col' },
          '95 % interval ',
          el(
            'span',
            { class: 'ends' },
            format.percent(scale.low),
            el('span', {}, format.percent(scale.high)),
          ),
        ),
        el('th', { scope: 'col' }, 'Conversion rate'),
        el('th', { scope: 'col' }, 'Views'),
      ),
    ),
    el(
      'tbody',
      {},
      ...rows.map(({ variant, interval }) => {
        const { metrics, traffic_percentage: traffic, id } = variant;
        const open =
          context.open && (() => context.open?.(deeper(question, 'variant', { id, website_id: websiteId })));
        const spoken = interval
          ? `${format.percent(interval.low)} to ${format.percent(interval.high)}`
          : 'none';
        return el(
          'tr',
          {},
          el(
            'th',
            { scope: 'row' },
            opener(variantName(variant), open),
            ' ',
            el('span', { class: 'detail' }, `${traffic} % of traffic`),
          ),
          el(
            'td',
            { class: 'plot' },
            el('span', { class: 'hidden' }, spoken),
            plot(metrics.conversion_rate, interval, scale),
          ),
          el('td', {}, format.percent(metrics.conversion_rate)),
          el('td', {}, format.count(metrics.views)),
        );
      }),
    ),
  );
}

/** A count of events is not a share of viewers, so it has no interval. */
function intervalIn({ metrics }: Variant, countType: unknown): Interval | undefined {
  return countType === 'total' ? undefined : intervalOf(metrics.conversions, metrics.views);
}

function pointAt(value: number): Interval {
  return { low: value, high: value };
}

/** One scale for all variants, with some air at both ends. */
function scaleOf(intervals: readonly Interval[]): Interval {
  const low = Math.min(...intervals.map((interval) => interval.low));
  const high = Math.max(...intervals.map((interval) => interval.high));
  const air = Math.max(0.5, (high - low) * 0.1);
  return { low: Math.max(0, low - air), high: high > 100 ? high + air : Math.min(100, high + air) };
}

function plot(rate: number, interval: Interval | undefined, scale: Interval): HTMLElement {
  const at = (value: number) => `${(100 * (value - scale.low)) / (scale.high - scale.low)}%`;
  return el(
    'span',
    { class: 'whisker', 'aria-hidden': 'true' },
    interval && el('span', { class: 'line', '--from': at(interval.low), '--to': at(interval.high) }),
    el('span', { class: 'dot', '--at': at(rate) }),
  );
}

/** What the lines mean; once per page. */
export function variantExplanation({ notes }: PageContext): HTMLElement {
  const text = 'A dot is the conversion rate of a variant, its line the 95 % interval of that rate (Wilson).';
  const verdict = ' The notes say whether a difference is beyond chance.';
  return el('p', { class: 'explanation' }, text, notes.length > 0 && verdict);
}
