import { type Counts, rate, ZERO_COUNTS } from '@funnel/domain';
import type { PeriodCounts } from '@funnel/metrics';

/** What adds up: sums of events. */
export const ADDITIVE = ['revenue', 'orders', 'conversions'] as const;
/** One of `ADDITIVE`. */
export type Additive = (typeof ADDITIVE)[number];

/** The part of one campaign or variant in a change. Revenue is in cents. */
interface Contribution {
  id: number;
  amount: bigint;
}

/** Where the change of a sum comes from: `largest`, `others` and `outside` add up to `total`. */
export interface ChangeSplit {
  total: bigint;
  /** At most three, the largest first. */
  largest: Contribution[];
  others: { count: number; amount: bigint };
  /** Events of the whole that belong to no part. */
  outside: bigint;
}

/** The change of the conversion rate of events, in hundredths of a point: `mix` and `rate` add up to `total`. */
export interface RateSplit {
  total: number;
  mix: number;
  rate: number;
}

/** A part that is only in one of the periods: it was launched or archived. */
export interface Newcomer {
  id: number;
  /** Percent of the views of its period. */
  share: number;
  /** Percent of its views that converted. */
  rate: number;
}

/** Where changes come from, with the names of the parts that are mentioned. */
export interface ChangeParts {
  kind: 'campaigns' | 'variants';
  sums: Record<Additive, ChangeSplit>;
  rate: RateSplit | undefined;
  /** The largest that began, and the largest that ended. */
  began: Newcomer | undefined;
  ended: Newcomer | undefined;
  /** How many events there were, which tells what is chance. */
  counts: Record<'orders' | 'conversions', { now: number; before: number }>;
  names: ReadonlyMap<number, string>;
}

/** The counts of the events of a part in both periods. */
export interface Part extends PeriodCounts {
  id: number;
}

const NAMED = 3;

/** Splits the change of a sum into what each part added to it. */
export function splitChange(metric: Additive, whole: PeriodCounts, parts: readonly Part[]): ChangeSplit {
  const total = changeOf(metric, whole);
  const changed = parts
    .map((part) => ({ id: part.id, amount: changeOf(metric, part) }))
    .filter(({ amount }) => amount !== 0n)
    .sort((one, other) => compare(size(other.amount), size(one.amount)) || one.id - other.id);
  const sum = (some: readonly Contribution[]) => some.reduce((all, { amount }) => all + amount, 0n);
  const rest = changed.slice(NAMED);
  return {
    total,
    largest: changed.slice(0, NAMED),
    others: { count: rest.length, amount: sum(rest) },
    outside: total - sum(changed),
  };
}

/**
 * Splits the change of the conversion rate of events. `mix`: the parts' shares of the views changed, at their average rates.
 * `rate`: the parts' own rates changed. Undefined if a period has no views.
 */
export function splitRate(whole: PeriodCounts, parts: readonly Part[]): RateSplit | undefined {
  const { current, previous } = whole;
  if (!previous || current.views === 0 || previous.views === 0) return undefined;
  const mix = [...parts, outsideOf(whole, parts)].reduce((sum, part) => {
    const [now, before] = [part.current, part.previous ?? ZERO_COUNTS];
    const rates = [now, before]
      .filter(({ views }) => views > 0)
      .map(({ conversions, views }) => conversions / views);
    const average = rates.reduce((all, one) => all + one, 0) / Math.max(1, rates.length);
    return sum + (now.views / current.views - before.views / previous.views) * average;
  }, 0);
  const total =
    hundredths(rate(current.conversions, current.views)) -
    hundredths(rate(previous.conversions, previous.views));
  const mixed = Math.round(mix * 10_000) + 0;
  return { total, mix: mixed, rate: total - mixed };
}

/** A smaller part changes little. */
const MIN_SHARE = 5;

/** The largest part that has views in only one period. */
export function newcomerIn(
  whole: PeriodCounts,
  parts: readonly Part[],
  when: 'current' | 'previous',
): Newcomer | undefined {
  const other = when === 'current' ? 'previous' : 'current';
  const views = whole[when]?.views ?? 0;
  // Without anything before, everything is new.
  if (views === 0 || (whole[other]?.views ?? 0) === 0) return undefined;
  const [largest] = parts
    .flatMap(({ id, ...counts }) => {
      const own = counts[when];
      if (!own || (counts[other]?.views ?? 0) > 0) return [];
      return [{ id, share: rate(own.views, views), rate: rate(own.conversions, own.views) }];
    })
    .sort((one, another) => another.share - one.share || one.id - another.id);
  return largest && largest.share >= MIN_SHARE ? largest : undefined;
}

/** Events of the whole that belong to no part are one more part. */
function outsideOf(whole: PeriodCounts, parts: readonly Part[]): PeriodCounts {
  const rest = (counts: Counts, of: (part: Part) => Counts | undefined): Counts => ({
    ...counts,
    views: parts.reduce((left, part) => left - (of(part)?.views ?? 0), counts.views),
    conversions: parts.reduce((left, part) => left - (of(part)?.conversions ?? 0), counts.conversions),
  });
  return {
    current: rest(whole.current, ({ current }) => current),
    previous: whole.previous && rest(whole.previous, ({ previous }) => previous),
  };
}

function changeOf(metric: Additive, { current, previous }: PeriodCounts): bigint {
  return valueOf(metric, current) - (previous ? valueOf(metric, previous) : 0n);
}

function valueOf(metric: Additive, counts: Counts): bigint {
  return metric === 'revenue' ? counts.revenueCents : BigInt(counts[metric]);
}

function hundredths(percent: number): number {
  return Math.round(percent * 100);
}

function size(amount: bigint): bigint {
  return amount < 0n ? -amount : amount;
}

function compare(one: bigint, other: bigint): number {
  return one > other ? 1 : one < other ? -1 : 0;
}
