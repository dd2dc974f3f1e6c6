import type { WeekCounts } from '../messages/message.ts';
import type { ComparedWeeks } from './compare-weeks.ts';

/** The weeks of all websites with a currency, together. */
export interface SummedWeeks extends ComparedWeeks {
  currency: string;
  websites: number;
}

/** All websites together, for each currency, those that earned most first. Currencies without revenue are left out. */
export function sumWeeks(websites: readonly (ComparedWeeks & { currency: string })[]): SummedWeeks[] {
  const sums = new Map<string, SummedWeeks>();
  for (const { currency, week, previous, newSince, isComparable } of websites) {
    const sum = sums.get(currency);
    sums.set(currency, {
      currency,
      week: added(sum?.week, week),
      previous: added(sum?.previous, previous),
      newSince: null,
      // What began meanwhile is on one side only.
      isComparable: (sum?.isComparable ?? true) && isComparable && newSince === null,
      websites: (sum?.websites ?? 0) + 1,
    });
  }
  return [...sums.values()]
    .filter(({ week, previous }) => week.revenueCents !== '0' || previous.revenueCents !== '0')
    .sort((one, other) => (BigInt(one.week.revenueCents) < BigInt(other.week.revenueCents) ? 1 : -1));
}

/** Only what is a total: nobody knows how many visitors websites share. */
function added(sum: WeekCounts | undefined, { orders, revenueCents }: WeekCounts): WeekCounts {
  return {
    viewers: 0,
    converted: 0,
    orders: (sum?.orders ?? 0) + orders,
    revenueCents: String(BigInt(sum?.revenueCents ?? 0) + BigInt(revenueCents)),
  };
}
