import type { Counts, Day } from '@funnel/domain';
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
  /** At most four, the largest first. */
  largest: Contribution[];
  others: { count: number; amount: bigint };
  /** Events of the whole that belong to no part. */
  outside: bigint;
}

/** Where changes come from, with the names of the parts that are mentioned. */
export interface ChangeParts {
  kind: 'campaigns' | 'variants';
  sums: Record<Additive, ChangeSplit>;
  /** How many orders there were, and what they brought. */
  counts: { orders: { now: number; before: number }; revenue: { now: bigint; before: bigint } };
  names: ReadonlyMap<number, string>;
  /** Since when there is each of them that began after the first compared day. */
  newSince: ReadonlyMap<number, Day>;
}

/** The counts of the events of a part in both periods. */
export interface CountedPart extends PeriodCounts {
  id: number;
}

const NAMED = 3;

/** Splits the change of a sum into what each part added to it. */
export function splitChange(
  metric: Additive,
  whole: PeriodCounts,
  parts: readonly CountedPart[],
): ChangeSplit {
  const total = changeOf(metric, whole);
  const changed = parts
    .map((part) => ({ id: part.id, amount: changeOf(metric, part) }))
    .filter(({ amount }) => amount !== 0n)
    .sort((one, other) => compare(size(other.amount), size(one.amount)) || one.id - other.id);
  const sum = (some: readonly Contribution[]) => some.reduce((all, { amount }) => all + amount, 0n);
  // One other is named as well.
  const named = changed.length === NAMED + 1 ? changed.length : NAMED;
  const rest = changed.slice(named);
  return {
    total,
    largest: changed.slice(0, named),
    others: { count: rest.length, amount: sum(rest) },
    outside: total - sum(changed),
  };
}

function changeOf(metric: Additive, { current, previous }: PeriodCounts): bigint {
  return valueOf(metric, current) - (previous ? valueOf(metric, previous) : 0n);
}

function valueOf(metric: Additive, counts: Counts): bigint {
  return metric === 'revenue' ? counts.revenueCents : BigInt(counts[metric]);
}

function size(amount: bigint): bigint {
  return amount < 0n ? -amount : amount;
}

function compare(one: bigint, other: bigint): number {
  return one > other ? 1 : one < other ? -1 : 0;
}
