import { dayOf } from '@funnel/domain';
import { explainedRateText, rateChangeText, type RateParts } from '@funnel/words';
import { explainRate } from '../findings/rate-parts.ts';
import type { ChangeFacts } from '../findings/report-facts.ts';
import type { Note } from './note.ts';

/** Why the conversion rate changed: only if that is more than what a rate does without a cause. */
export function rateChange({ rates, comparison, now }: ChangeFacts): Note[] {
  const whole = comparison?.whole;
  // What is new has not changed.
  if (!rates || !whole || whole.newSince !== undefined) return [];
  const text = textOf(rates, { isBeyondChance: whole.beyondChance.has('conversion_rate'), now });
  return text === undefined ? [] : [{ code: 'conversion_rate_change', text }];
}

function textOf(rates: RateParts, { isBeyondChance, now }: { isBeyondChance: boolean; now: Date }) {
  // An only variant explains nothing.
  if (rates.parts.length < 2) {
    const { now: after, before } = rates.whole;
    const total = Math.round(100 * after.rate) - Math.round(100 * before.rate);
    return total !== 0 && isBeyondChance ? `${rateChangeText(total, isBeyondChance)}.` : undefined;
  }
  const change = explainRate(rates);
  if (!change || change.total === 0 || !(isBeyondChance || change.isByNews)) return undefined;
  return explainedRateText(change, rates, { isBeyondChance, today: dayOf(now) });
}
