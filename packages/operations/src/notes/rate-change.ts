import { dateText, dayOf, numberText, rate, type Share } from '@funnel/domain';
import { isRateBeyondChance } from './chance.ts';
import type { Answered, Note } from './note.ts';
import {
  explainRate,
  type RateCause,
  type RateChange,
  type RateParts,
  type RatePeriods,
} from './rate-parts.ts';
import { roundedPoints, signed } from './words.ts';

/** Why the conversion rate changed: first what can be repeated to a manager, then the figures. */
export function rateChange({ background: { rates }, now }: Answered): Note[] {
  if (rates && rates.parts.length < 2) return alone(rates);
  const change = rates && explainRate(rates);
  if (!rates || !change || change.total === 0 || !isMoreThanSwing(change)) return [];
  const because = change.cause ? `, mainly because ${causeText(change.cause, rates, change, now)}` : '';
  const text = `Conversion rate ${points(change.total)} points${change.isBeyondChance ? ', beyond chance' : ''}${because}. ${figures(change, rates)}`;
  return [{ code: 'conversion_rate_change', text }];
}

/** An only variant explains nothing. */
function alone({ whole: { now, before } }: RateParts): Note[] {
  const total = Math.round(100 * now.rate) - Math.round(100 * before.rate);
  const counts = ({ count, of }: Share) => ({ views: of, conversions: count });
  if (total === 0 || !isRateBeyondChance({ ...counts(now), previous: counts(before) })) return [];
  return [
    { code: 'conversion_rate_change', text: `Conversion rate ${points(total)} points, beyond chance.` },
  ];
}

/** Whether the change is more than what a rate does without a cause. */
export function isMoreThanSwing({ isBeyondChance, isByNews }: RateChange): boolean {
  return isBeyondChance || isByNews;
}

function causeText(
  cause: RateCause,
  { kind, whole, events, splitChangedOn }: RateParts,
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
          ? 'had no viewers in the previous period'
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
    case 'mix':
      if (splitChangedOn !== undefined) return `the split changed on ${dateText(splitChangedOn, dayOf(now))}`;
      return `the mix moved to ${kind} that convert ${better}`;
    default:
      return `the ${kind} convert ${better} than before`;
  }
}

/** "Mix of campaigns +1, their own rates +2, people who saw several −0.2." */
function figures({ mix, own, rest }: RateChange, { kind, events }: RateParts): string {
  const once = events ? 'who came back or saw several counts once' : 'people who saw several';
  const parts = [
    `Mix of ${kind} ${points(mix)}`,
    `their own rates ${points(own)}`,
    ...(rest === 0 ? [] : [`${once} ${points(rest)}`]),
  ];
  return `${parts.join(', ')}.`;
}

function points(hundredths: number): string {
  return signed(roundedPoints(hundredths / 100));
}
