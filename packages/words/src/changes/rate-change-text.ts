import { type Day, numberText, rate, type Share } from '@funnel/domain';
import { type Formats, percentText, plainFormats } from '../phrases/formats.ts';
import { capitalized } from '../phrases/names.ts';
import { chanceText, signedPoints } from '../phrases/numbers.ts';

/** A whole or a part of it in both periods: how many of its viewers converted. */
export interface RatePeriods {
  now: Share;
  before: Share;
}

/** A campaign of a website, or a variant of a campaign. */
export interface RatePart extends RatePeriods {
  id: number;
  name: string;
  /** It had no viewers before, or its first day is after the base. */
  isNew: boolean;
  /** That day, if it is known. */
  beganOn: Day | undefined;
  /** Its first day, if that is after the base began. */
  newSince: Day | undefined;
  /** It gets no viewers any more, because somebody wanted that. */
  isEnded: boolean;
}

/** What a conversion rate is made of. */
export interface RateParts {
  kind: 'campaigns' | 'variants';
  /** As the report shows it. */
  whole: RatePeriods;
  parts: readonly RatePart[];
  /** The whole in events, if the parts are counted in events, which add up. Undefined if they are counted in people, who may have seen several. */
  events: RatePeriods | undefined;
  /** The last day on which the traffic was split in another way, if it is within the compared periods. */
  splitChangedOn: Day | undefined;
}

/** Why a rate changed, in hundredths of a point. The three amounts add up to `total`. */
export interface RateChange {
  total: number;
  /** The shares of the parts changed, at their average rates. */
  mix: number;
  /** The parts' own rates changed. */
  own: number;
  /** Nobody counts twice in the whole. */
  rest: number;
  cause: RateCause | undefined;
  /** Then its usual swing is not what did it. */
  isByNews: boolean;
}

/** What moves the rate of the whole by at least half of its change. */
export type RateCause =
  | { kind: 'began' | 'ended'; part: RatePart; without: number }
  | { kind: 'several began'; count: number; now: Share; without: number }
  | { kind: 'part'; part: RatePart }
  /** How many of the parts a person saw. */
  | { kind: 'several seen'; now: number; before: number }
  | { kind: 'mix' | 'own' };

/**
 * By how many hundredths of a point the rate changed, where nothing explains it.
 * @example
 * assert.equal(rateChangeText(-120, true), 'Conversion rate −1.2 points, beyond chance');
 */
export function rateChangeText(total: number, isBeyondChance: boolean): string {
  return `Conversion rate ${signedPoints(total)} points${isBeyondChance ? `, ${chanceText(true)}` : ''}`;
}

/**
 * Why the conversion rate changed: first what can be repeated to a manager, then the figures.
 * @example
 * const whole = { now: { count: 50, of: 1_000, rate: 5 }, before: { count: 100, of: 1_000, rate: 10 } };
 * const rates = { kind: 'campaigns', whole, parts: [], events: undefined, splitChangedOn: undefined } as const;
 * const change = { total: -500, mix: 0, own: -500, rest: 0, cause: { kind: 'own' }, isByNews: false } as const;
 * assert.equal(
 *   explainedRateText(change, rates, { isBeyondChance: true, today: 20_408 }),
 *   'Conversion rate −5 points, beyond chance, mainly because the campaigns convert worse than before. Own rates of the campaigns −5, mix of campaigns 0.',
 * );
 */
export function explainedRateText(
  change: RateChange,
  rates: RateParts,
  { isBeyondChance, today }: { isBeyondChance: boolean; today: Day },
): string {
  const cause = change.cause && causeText(change.cause, rates, change, plainFormats(today));
  const because = cause === undefined ? '' : `, mainly because ${cause}`;
  return `${rateChangeText(change.total, isBeyondChance)}${because}. ${figuresText(change, rates)}`;
}

function causeText(
  cause: RateCause,
  { kind, whole, parts, events, splitChangedOn }: RateParts,
  { total }: RateChange,
  { day }: Formats,
): string {
  const better = total > 0 ? 'better' : 'worse';
  const whom = events ? 'views' : 'viewers';
  const who = (share: Share, when: keyof RatePeriods, without: number) =>
    `(${percentText(rate(share.of, (events ?? whole)[when].of))} of the ${whom}, ${percentText(share.rate)} converted; the others ${signedPoints(without)})`;
  switch (cause.kind) {
    case 'began': {
      const { part, without } = cause;
      const began = part.beganOn === undefined ? 'had no viewers before' : `began on ${day(part.beganOn)}`;
      return `${part.name} ${began} ${who(part.now, 'now', without)}`;
    }
    case 'several began':
      return `${cause.count} ${kind} are new ${who(cause.now, 'now', cause.without)}`;
    case 'ended':
      return `${cause.part.name} ended ${who(cause.part.before, 'before', cause.without)}`;
    case 'part': {
      const { name, now, before } = cause.part;
      return `${name} converts ${percentText(now.rate)}, after ${percentText(before.rate)}`;
    }
    case 'several seen': {
      const isMore = cause.now > cause.before;
      const average = `on average ${numberText(cause.now)} after ${numberText(cause.before)}`;
      const fresh = isMore ? newText(parts, day) : '';
      return `people ${events ? 'had' : 'saw'} ${isMore ? 'more' : 'fewer'} ${events ? 'views' : kind} (${average}${fresh})`;
    }
    case 'mix':
      if (splitChangedOn !== undefined) return `the split changed on ${day(splitChangedOn)}`;
      return `the mix moved to ${kind} that convert ${better}`;
    default:
      return `the ${kind} convert ${better} than before`;
  }
}

/** The largest of what is new: that is what people saw more of. */
function newText(parts: readonly RatePart[], day: Formats['day']): string {
  const [largest] = parts
    .filter(({ newSince, now }) => newSince !== undefined && now.of > 0)
    .toSorted((one, other) => other.now.of - one.now.of);
  if (largest?.newSince === undefined) return '';
  return `; ${largest.name} is new since ${day(largest.newSince)}`;
}

/** "Own rates of the campaigns +2, mix of campaigns +1, people who saw several −0.2.": the largest first. */
function figuresText({ mix, own, rest }: RateChange, { kind, events }: RateParts): string {
  const parts: [string, number][] = [
    [`mix of ${kind}`, mix],
    [`own rates of the ${kind}`, own],
  ];
  const once = events ? 'who came back or saw several counts once' : 'people who saw several';
  if (rest !== 0) parts.push([once, rest]);
  const texts = parts
    .toSorted(([, one], [, other]) => Math.abs(other) - Math.abs(one))
    .map(([name, amount]) => `${name} ${signedPoints(amount)}`);
  return capitalized(`${texts.join(', ')}.`);
}
