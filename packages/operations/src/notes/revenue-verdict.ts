import { compareEarnings, type Comparison, type EarningsComparison, numberText } from '@funnel/domain';
import type { ExperimentLife } from '@funnel/metrics';
import type { Earner, RevenueJudgement } from '../findings/judge-revenues.ts';
import { moneyText, signed } from '../output/words.ts';

const MAX_VARIANTS = 4;
const MOST_TIMES = 10;
const YEAR_DAYS = 365;

/** What is known about the revenue of an experiment, as a sentence. */
export function revenueText(
  { comparison }: RevenueJudgement,
  life: ExperimentLife,
  currency: string,
): string {
  return comparison ? comparedText(comparison, currency) : tooFewText(life);
}

/** "Revenue per viewer since then: B 9.12 EUR, A 7.03 EUR: B earns more, beyond chance (+30 %, 95 % interval +8 % to +52 %)." */
function comparedText({ variants, outcome }: Comparison<Earner>, currency: string): string {
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
