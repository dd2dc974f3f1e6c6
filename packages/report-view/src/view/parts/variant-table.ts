import type { Variant } from '../answers/bodies.ts';
import type { Verdict } from '../answers/extras.ts';
import { el } from '../browser/html.ts';
import { type Interval, intervalOf } from '../texts/interval.ts';
import type { DrawContext } from '../context/draw.ts';
import { deeper } from '../questions/question.ts';
import { verdictBadge } from './badge.ts';
import { columnHead, rowOf, tableOf } from './table.ts';
import { variantName } from '../texts/names.ts';

interface VariantTable {
  caption: string;
  isCaptionHidden?: boolean;
  variants: readonly Variant[];
  websiteId: number;
  verdict?: Verdict | undefined;
}

/** Variants side by side: the conversion rate of each as a dot on a line that it probably lies on. */
export function variantTable(
  { caption, isCaptionHidden = false, variants, websiteId, verdict }: VariantTable,
  context: DrawContext,
): HTMLElement {
  const { format, question, link, countType } = context;
  const rows = variants.map((variant) => ({ variant, interval: intervalIn(variant, countType) }));
  const scale = scaleOf(
    rows.map(({ variant: { metrics }, interval }) => {
      const rate = metrics.conversion_rate;
      return interval ?? { low: rate, high: rate };
    }),
  );
  const ends = el(
    'span',
    { class: 'ends' },
    format.percent(scale.low),
    el('span', {}, format.percent(scale.high)),
  );
  return tableOf({
    class: 'variants',
    caption,
    isCaptionHidden,
    head: [
      columnHead('Variant'),
      columnHead('95 % interval ', ends),
      columnHead('Conversion rate'),
      columnHead(countType === 'total' ? 'Views' : 'Viewers'),
    ],
    rows: rows.map(({ variant, interval }) => {
      const { metrics, traffic_percentage: traffic, id } = variant;
      const spoken = interval
        ? `${format.percent(interval.low)} to ${format.percent(interval.high)}`
        : 'none';
      const name = link(variantName(variant), deeper(question, 'variant', { id, website_id: websiteId }));
      const badge = verdict?.variant_id === id && verdictBadge(verdict, [variant]);
      return rowOf(
        [name, ' ', badge, el('span', { class: 'detail' }, `${format.percent(traffic)} of traffic`)],
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
  });
}

/** A count of events is not a share of viewers, so it has no interval. */
function intervalIn({ metrics }: Variant, countType: unknown): Interval | undefined {
  return countType === 'total' ? undefined : intervalOf(metrics.conversions, metrics.views);
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
export function variantExplanation({ notes }: DrawContext): HTMLElement {
  const text = 'A dot is the conversion rate of a variant, its line the 95 % interval of that rate (Wilson).';
  const verdict = ' The notes say whether a difference is beyond chance.';
  return el('p', { class: 'explanation' }, text, notes.length > 0 && verdict);
}
