import type { Day } from '@funnel/domain';
import type { WebsiteWeekLine, WeeklyDigest } from '../messages/message.ts';
import { type ComparedWeeks, compareWeeks } from './compare-weeks.ts';
import { byAttention } from './order-digest.ts';
import { sumWeeks } from './sum-weeks.ts';

/** A website with both weeks, before they are compared. */
export type ReadWeeks = Omit<WebsiteWeekLine, 'changes' | 'beyondChance'> & ComparedWeeks;

export function composeDigest(week: Day, read: readonly ReadWeeks[]): WeeklyDigest {
  const sums = sumWeeks(read);
  const compared = compareWeeks(week, [...read, ...sums]);
  const lines = read.flatMap(({ isComparable: _known, ...line }, index): WebsiteWeekLine[] => {
    const change = compared[index];
    return change ? [{ ...line, ...change }] : [];
  });
  return {
    type: 'digest.weekly',
    week,
    websites: lines.sort(byAttention),
    totals: sums.map(({ currency, week: now, previous, websites }, index) => {
      const change = compared[read.length + index];
      return {
        currency,
        week: now,
        previous,
        websites,
        change: change?.changes.revenue ?? null,
        beyondChance: change?.beyondChance.revenue ?? null,
      };
    }),
  };
}
