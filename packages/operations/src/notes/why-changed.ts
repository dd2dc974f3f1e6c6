import { dayOf } from '@funnel/domain';
import { ADDITIVE, sumChangeText } from '@funnel/words';
import type { ChangeFacts } from '../findings/report-facts.ts';
import type { Note } from './note.ts';

/** Which campaigns or variants a change of a sum comes from. */
export function whyChanged({ changes, comparison, period, websites, now }: ChangeFacts): Note[] {
  const whole = comparison?.whole;
  // What is new has not changed.
  if (!changes || !whole || whole.newSince !== undefined) return [];
  return ADDITIVE.flatMap((metric): Note[] => {
    const isBeyondChance = whole.beyondChance.has(metric);
    // Money has as much chance in it as the orders that brought it; it is said all the same, with how sure it is.
    const isSaid = metric === 'revenue' || isBeyondChance;
    // An answer about people is not explained by events.
    const isOfPeople = metric === 'conversions' && period.countType === 'distinct';
    if (changes.sums[metric].total === 0n || !isSaid || isOfPeople) return [];
    const context = { currency: websites[0]?.currency ?? '', isBeyondChance, today: dayOf(now) };
    return [{ code: `${metric}_change`, text: sumChangeText(metric, changes, context) }];
  });
}
