import {
  compareEarnings,
  type Comparison,
  type DailyEarnings,
  type EarningsComparison,
  type Window,
} from '@funnel/domain';
import { chanceText, countText, moneyText, signed } from '../phrases/numbers.ts';

const MAX_VARIANTS = 4;
const MOST_TIMES = 10;
const YEAR_DAYS = 365;

/** A variant with what it earned. */
export interface Earner {
  letter: string;
  viewers: number;
  revenueCents: bigint;
  earnings: DailyEarnings;
}

/** The days of an experiment, and the orders of its variants. */
export interface SellingLife {
  days: Window;
  variants: ReadonlyMap<number, { orders: number }>;
}

/** What is known about the revenue of an experiment, as a sentence. Without a comparison: why there is none. */
export function revenueText(
  comparison: Comparison<Earner> | undefined,
  life: SellingLife,
  currency: string,
): string {
  return comparison ? comparedText(comparison, currency) : tooFewText(life);
}

/** "Revenue per viewer since then: B 9.12 EUR, A 7.03 EUR: B earns more, beyond chance (+30 %, 95 % interval +8 % to +52 %)." */
function comparedText({ variants, outcome }: Comparison<Earner>, currency: string): string {
  const amounts = variants
    .slice(0, MAX_VARIANTS)
    .map((earner) => `${earner.letter} ${moneyText(perViewer(earner), currency)}`);
  const [best, second] = variants;
  const compared =
    best &&
    second &&
    compareEarnings(best.earnings, second.earnings, { comparisons: pairsOf(variants.length) });
  const interval = best && second && compared ? intervalText(best, second, compared) : '';
  const difference =
    outcome === 'wins'
      ? `${best?.letter} earns ${variants.length > 2 ? 'most' : 'more'}, ${chanceText(true)}`
      : `the difference ${chanceText(false)}`;
  return `Revenue per viewer since then: ${amounts.join(', ')}: ${difference}${interval}.`;
}

/** By how much the printed amounts differ, and the interval of days. A percentage of hardly anything says nothing. */
function intervalText(
  best: Earner,
  second: Earner,
  { perViewer: [, before], low, high }: EarningsComparison,
): string {
  const [own, other] = [Number(perViewer(best)), Number(perViewer(second))];
  if (other === 0 || own > (1 + MOST_TIMES) * other) return '';
  const percent = Math.round((100 * (own - other)) / other);
  const [from, to] = [Math.round((100 * low) / before), Math.round((100 * high) / before)];
  // Day by day the other one may earn more: then the interval is about another difference.
  if (!(from <= percent && percent <= to)) return '';
  return ` (${signed(percent)} %, 95 % interval ${signed(from)} % to ${signed(to)} %)`;
}

function tooFewText({ variants, days }: SellingLife): string {
  const orders = [...variants.values()].reduce((sum, variant) => sum + variant.orders, 0);
  if (orders === 0) return 'Its variants have no orders since then.';
  if (days.end - days.start > YEAR_DAYS)
    return 'Its revenue is not compared: it has run for more than a year.';
  // The report may have more: of no variant, of one without traffic, from before.
  return `${countText(orders, 'order')} of its variants since then ${orders === 1 ? 'is' : 'are'} too few to compare revenue.`;
}

function pairsOf(count: number): number {
  return (count * (count - 1)) / 2;
}

function perViewer({ revenueCents, viewers }: Earner): bigint {
  return viewers === 0 ? 0n : BigInt(Math.round(Number(revenueCents) / viewers));
}
