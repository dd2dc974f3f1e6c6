import { dateText, type Day, dayOf, numberText, rate, type Share } from '@funnel/domain';
import type { ChangeFacts } from '../findings/report-facts.ts';
import type { Note } from './note.ts';
import {
  explainRate,
  type RateCause,
  type RateChange,
  type RatePart,
  type RateParts,
  type RatePeriods,
} from '../findings/rate-parts.ts';
import { roundedPoints, signed } from '../output/words.ts';

/** Why the conversion rate changed: first what can be repeated to a manager, then the figures. */
export function rateChange({ rates, comparison, now }: ChangeFacts): Note[] {
  const whole = comparison?.whole;
  // What is new has not changed.
  if (!rates || !whole || whole.newSince !== undefined) return [];
  const isSure = whole.beyondChance.has('conversion_rate');
  const text = rates.parts.length < 2 ? alone(rates, isSure) : explained(rates, { isSure, now });
  return text === undefined ? [] : [{ code: 'conversion_rate_change', text }];
}

/** An only variant explains nothing. */
function alone({ whole: { now, before } }: RateParts, isSure: boolean): string | undefined {
  const total = Math.round(100 * now.rate) - Math.round(100 * before.rate);
  return total === 0 || !isSure ? undefined : `Conversion rate ${points(total)} points, beyond chance.`;
}

/** Only a change that is more than what a rate does without a cause. */
function explained(rates: RateParts, { isSure, now }: { isSure: boolean; now: Date }): string | undefined {
  const change = explainRate(rates);
  if (!change || change.total === 0 || !(isSure || change.isByNews)) return undefined;
  const because = change.cause ? `, mainly because ${causeText(change.cause, rates, change, now)}` : '';
  return `Conversion rate ${points(change.total)} points${isSure ? ', beyond chance' : ''}${because}. ${figures(change, rates)}`;
}

function causeText(
  cause: RateCause,
  { kind, whole, parts, events, splitChangedOn }: RateParts,
  { total }: RateChange,
  now: Date,
): string {
  const better = total > 0 ? 'better' : 'worse';
  const whom = events ? 'views' : 'viewers';
  const who = (share: Share, when: keyof RatePeriods, without: number) =>
    `(${numberText(rate(share.of, (events ?? whole)[when].of))} % of the ${whom}, ${numberText(share.rate)} % converted; the others ${points(without)})`;
  switch (cause.kind) {
    case 'began': {
      const { part, without } = cause;
      const verb =
        part.beganOn === undefined
          ? 'had no viewers before'
          : `began on ${dateText(part.beganOn, dayOf(now))}`;
      return `${part.name} ${verb} ${who(part.now, 'now', without)}`;
    }
    case 'several began':
      return `${cause.count} ${kind} are new ${who(cause.now, 'now', cause.without)}`;
    case 'ended':
      return `${cause.part.name} ended ${who(cause.part.before, 'before', cause.without)}`;
    case 'part': {
      const { name, now: after, before } = cause.part;
      return `${name} converts ${numberText(after.rate)} %, after ${numberText(before.rate)} %`;
    }
    case 'several seen':
      return `people ${events ? 'had' : 'saw'} ${cause.now > cause.before ? 'more' : 'fewer'} ${events ? 'views' : kind} (on average ${numberText(cause.now)} after ${numberText(cause.before)}${cause.now > cause.before ? newText(parts, dayOf(now)) : ''})`;
    case 'mix':
      if (splitChangedOn !== undefined) return `the split changed on ${dateText(splitChangedOn, dayOf(now))}`;
      return `the mix moved to ${kind} that convert ${better}`;
    default:
      return `the ${kind} convert ${better} than before`;
  }
}

/** The largest of what is new: that is what people saw more of. */
function newText(parts: readonly RatePart[], today: Day): string {
  const [largest] = parts
    .filter(({ newSince, now }) => newSince !== undefined && now.of > 0)
    .toSorted((one, other) => other.now.of - one.now.of);
  if (largest?.newSince === undefined) return '';
  return `; ${largest.name} is new since ${dateText(largest.newSince, today)}`;
}

/** "Own rates of the campaigns +2, mix of campaigns +1, people who saw several −0.2.": the largest first. */
function figures({ mix, own, rest }: RateChange, { kind, events }: RateParts): string {
  const once = events ? 'who came back or saw several counts once' : 'people who saw several';
  const parts: [string, number][] = [
    [`mix of ${kind}`, mix],
    [`own rates of the ${kind}`, own],
    [once, rest],
  ];
  const texts = parts
    .filter(([name, amount]) => name !== once || amount !== 0)
    .toSorted(([, one], [, other]) => Math.abs(other) - Math.abs(one))
    .map(([name, amount]) => `${name} ${points(amount)}`)
    .join(', ');
  return `${texts.charAt(0).toUpperCase()}${texts.slice(1)}.`;
}

function points(hundredths: number): string {
  return signed(roundedPoints(hundredths / 100));
}
