import {
  compareEarnings,
  compareRevenue,
  type Comparison,
  type DailyEarnings,
  type EarningsComparison,
  numberText,
} from '@funnel/domain';
import type { ExperimentLife } from '@funnel/metrics';
import { moneyText, signed } from './words.ts';

const MAX_VARIANTS = 4;
const MOST_TIMES = 10;
const YEAR_DAYS = 365;

/** An experiment whose revenue is judged. */
interface Selling {
  variants: readonly { id: number; letter: string }[];
  life: ExperimentLife;
}

interface Earner {
  id: number;
  letter: string;
  viewers: number;
  revenueCents: bigint;
  earnings: DailyEarnings;
}

/** What is known about the revenue of each experiment, as a sentence. All of them are one family. */
export function revenueVerdicts(experiments: readonly Selling[], currency: string): RevenueVerdict[] {
  const comparisons = compareRevenue(experiments.map(earnersOf));
  return experiments.map(({ life }, index): RevenueVerdict => {
    const comparison = comparisons[index];
    if (!comparison || comparison.outcome === 'too_few') return { isDecided: false, text: tooFewText(life) };
    return {
      isDecided: comparison.outcome === 'wins',
      winner: comparison.variants[0]?.letter,
      text: revenueText(comparison, currency),
    };
  });
}

/** A sentence about revenue. */
export interface RevenueVerdict {
  /** Whether one variant earns more than each other, beyond chance. */
  isDecided: boolean;
  /** The letter of that variant. */
  winner?: string | undefined;
  text: string;
}

/** None if a variant has nothing to compare. */
function earnersOf({ variants, life }: Selling): Earner[] {
  const earners = variants.flatMap(({ id, letter }) => {
    const { viewers = 0, revenueCents = 0n, earnings } = life.variants.get(id) ?? {};
    return earnings ? [{ id, letter, viewers, revenueCents, earnings }] : [];
  });
  return earners.length === variants.length ? earners : [];
}

/** "Revenue per viewer since then: B 9.12 EUR, A 7.03 EUR: B earns more, beyond chance (+30 %, 95 % interval +8 % to +52 %)." */
function revenueText({ variants, outcome }: Comparison<Earner>, currency: string): string {
  const amounts = variants
    .slice(0, MAX_VARIANTS)
    .map(
      ({ letter, revenueCents, viewers }) =>
        `${letter} ${moneyText(perViewer(revenueCents, viewers))} ${currency}`,
    );
  const [best, second] = variants;
  const compared =
    best &&
    second &&
    compareEarnings(best.earnings, second.earnings, { comparisons: pairsOf(variants.length) });
  const interval = best && second && compared ? intervalText(best, second, compared) : '';
  const says =
    outcome === 'wins'
      ? `${best?.letter} earns ${variants.length > 2 ? 'most' : 'more'}, beyond chance`
      : 'the difference could be chance';
  return `Revenue per viewer since then: ${amounts.join(', ')}: ${says}${interval}.`;
}

/** By how much the printed amounts differ, and the interval of days. A percentage of hardly anything says nothing. */
function intervalText(
  best: Earner,
  second: Earner,
  { perViewer: [, before], low, high }: EarningsComparison,
): string {
  const [own, other] = [best, second].map(({ revenueCents, viewers }) =>
    Number(perViewer(revenueCents, viewers)),
  );
  if (own === undefined || other === undefined || other === 0 || own > (1 + MOST_TIMES) * other) return '';
  const percent = Math.round((100 * (own - other)) / other);
  const [from, to] = [low, high].map((cents) => Math.round((100 * cents) / before));
  // Day by day the other one may earn more: then the interval is about another difference.
  if (from === undefined || to === undefined || !(from <= percent && percent <= to)) return '';
  return ` (${signed(percent)} %, 95 % interval ${signed(from)} % to ${signed(to)} %)`;
}

function tooFewText({ variants, days }: ExperimentLife): string {
  const orders = [...variants.values()].reduce((sum, variant) => sum + variant.orders, 0);
  if (orders === 0) return 'It has no orders.';
  if (days.end - days.start > YEAR_DAYS)
    return 'Its revenue is not compared: it has run for more than a year.';
  return `${numberText(orders)} ${orders === 1 ? 'order is' : 'orders are'} too few to compare its revenue.`;
}

function pairsOf(count: number): number {
  return (count * (count - 1)) / 2;
}

function perViewer(cents: bigint, viewers: number): bigint {
  return viewers === 0 ? 0n : BigInt(Math.round(Number(cents) / viewers));
}
