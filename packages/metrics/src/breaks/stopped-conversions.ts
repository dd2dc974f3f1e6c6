import { type DailyShares, findBreak, firstWatchedDay, type LastDay, type Stopped } from '@funnel/domain';

/** A break of conversions alone, in the days until `last`. With an `alpha` where it is one of several looks. */
export function stoppedConversions(days: DailyShares, last: LastDay, alpha?: number): Stopped | undefined {
  const found = findBreak(days, last.isOver, alpha);
  if (!found) return undefined;
  const { since, expected } = found;
  const day = firstWatchedDay(last) + found.day;
  return { what: 'conversions', day, since, expected, silentSince: undefined };
}
