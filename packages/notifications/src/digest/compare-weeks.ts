import {
  comparedDays,
  type Day,
  type FairChange,
  fairChanges,
  type Measured,
  ZERO_COUNTS,
} from '@funnel/domain';
import type { Direction, WeekCounts, WeekDirections } from '../messages/message.ts';

/** What is compared: a week and the one before. */
export interface ComparedWeeks {
  week: WeekCounts;
  previous: WeekCounts;
  /** Its first day, if that is later than the first of the week before. */
  newSince: Day | null;
  isComparable: boolean;
}

export interface WeekChange {
  /** In percent; null where there is nothing to compare with. */
  changes: { viewers: number | null; revenue: number | null };
  beyondChance: WeekDirections;
}

const WEEK_DAYS = 7;

/** Compares weeks with those before by the one fair comparison. All of them are one family: what is said about one of a hundred websites is as certain as about a single one. */
export function compareWeeks(monday: Day, all: readonly ComparedWeeks[]): WeekChange[] {
  const window = { start: monday, end: monday + WEEK_DAYS - 1 };
  // The day after the week: all of its days are complete.
  const days = comparedDays({ timeframe: 'custom', window }, monday + WEEK_DAYS);
  if (typeof days === 'string') throw new Error(`A whole week is compared, not ${days}`);
  const measured = all.map(({ week, previous, newSince, isComparable }): Measured => {
    const counts = { current: countsOf(week), base: countsOf(previous) };
    return { ...counts, newSince: newSince ?? undefined, ...(!isComparable && { expected: 'unknown' }) };
  });
  const compared = fairChanges(measured, { days });
  return all.map(({ isComparable }, index) => changeOf(isComparable ? compared[index] : undefined));
}

function countsOf({ viewers, converted, orders, revenueCents }: WeekCounts): Measured['current'] {
  const counted = { views: viewers, conversions: converted, orders };
  return { ...ZERO_COUNTS, ...counted, revenueCents: BigInt(revenueCents) };
}

function changeOf(change: FairChange | undefined): WeekChange {
  const directionOf = (metric: 'views' | 'conversion_rate' | 'orders' | 'revenue'): Direction => {
    if (!change?.beyondChance.has(metric)) return null;
    return change.current[metric] > change.base[metric] ? 'up' : 'down';
  };
  return {
    changes: { viewers: change?.changes.views ?? null, revenue: change?.changes.revenue ?? null },
    beyondChance: {
      views: directionOf('views'),
      rate: directionOf('conversion_rate'),
      orders: directionOf('orders'),
      revenue: directionOf('revenue'),
    },
  };
}
