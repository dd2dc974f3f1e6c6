import {
  compareEarnings,
  compareRevenue,
  type Comparison,
  type DailyEarnings,
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

/** "Revenue per viewer since then: B 9.12 EUR, A 7.03 EUR: B earns most, beyond chance (+30 %, 95 % interval +8 % to +52 %)." */
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
  const percent = (cents: number) => `${signed(Math.round((100 * cents) / (compared?.perViewer[1] ?? 1)))} %`;
  // A percentage of hardly anything says nothing; and day by day the other one may earn more.
  const interval =
    compared && compared.difference > 0 && compared.difference <= MOST_TIMES * compared.perViewer[1]
      ? ` (${percent(compared.difference)}, 95 % interval ${percent(compared.low)} to ${percent(compared.high)})`
      : '';
  const says =
    outcome === 'wins' ? `${best?.letter} earns most, beyond chance` : 'the difference could be chance';
  return `Revenue per viewer since then: ${amounts.join(', ')}: ${says}${interval}.`;
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
