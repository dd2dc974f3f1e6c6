import type { Counts } from '@funnel/domain';
import type { PeriodCounts } from '@funnel/metrics';
import type { Additive, ChangeSplit } from '@funnel/words';

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
  const sum = (some: ChangeSplit['largest']) => some.reduce((all, { amount }) => all + amount, 0n);
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
