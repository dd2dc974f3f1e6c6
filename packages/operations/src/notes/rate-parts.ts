import { isRateBeyondChance } from './chance.ts';
import { type Day, type Share, shareOf, sumShares } from '@funnel/domain';

/** A whole or a part of it in both periods: how many of its viewers converted. */
export interface RatePeriods {
  now: Share;
  before: Share;
}

/** A campaign of a website, or a variant of a campaign. */
export interface RatePart extends RatePeriods {
  id: number;
  name: string;
  /** It had no viewers before, or its first day is within the compared periods. */
  isNew: boolean;
  /** That day, if it is known. */
  beganOn: Day | undefined;
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
  /** More than chance and the usual swing of a rate. */
  isBeyondChance: boolean;
  /** Then its usual swing is not what did it. */
  isByNews: boolean;
}

/** What explains at least half of the change of the parts. */
export type RateCause =
  | { kind: 'began' | 'ended'; part: RatePart; without: number }
  | { kind: 'several began'; count: number; now: Share; without: number }
  | { kind: 'part'; part: RatePart }
  | { kind: 'mix' | 'own' };

const [HALF, QUARTER] = [0.5, 0.25];
/** Hundredths of a point. */
const ROUNDING = 2;

/** Explains the change of a rate by its parts. Undefined if a period has no viewers. */
export function explainRate({ whole, parts: all, events }: RateParts): RateChange | undefined {
  const parts = events ? [...all, outsideOf(events, all)] : all;
  const [now, before] = [sumOf(parts, 'now'), sumOf(parts, 'before')];
  if (whole.now.of === 0 || whole.before.of === 0 || now.of === 0 || before.of === 0) return undefined;
  const total = hundredths(whole.now.rate) - hundredths(whole.before.rate);
  const moved = parts.map((part) => ({ part, ...moveOf(part, now.of, before.of) }));
  const mix = points(moved.reduce((sum, each) => sum + each.mix, 0));
  const ofParts = points(rateOf(now) - rateOf(before));
  // Rounding is nobody's part.
  const rest = Math.abs(total - ofParts) <= ROUNDING ? 0 : total - ofParts;
  const own = total - mix - rest;
  const change = { total, mix, own, rest };
  const explains = (amount: number) => amount / ofParts >= HALF;
  // Otherwise who saw several is more of it than any part.
  const isOfParts = ofParts / total >= QUARTER;
  const cause = total === 0 || !isOfParts ? undefined : causeOf(change, moved, explains, { now, before });
  const isByNews = cause !== undefined && 'without' in cause;
  return { ...change, cause, isByNews, isBeyondChance: isRateBeyondChance(countsOf(whole)) };
}

function countsOf({ now, before }: RatePeriods) {
  const counts = ({ count, of }: Share) => ({ views: of, conversions: count });
  return { ...counts(now), previous: counts(before) };
}

type Moved = { part: RatePart } & ReturnType<typeof moveOf>;

/** What was launched or ended first, then what changed by itself, then what cannot be pinned to one part. */
function causeOf(
  { mix, own }: Pick<RateChange, 'mix' | 'own'>,
  moved: readonly Moved[],
  explains: (amount: number) => boolean,
  sums: RatePeriods,
): RateCause | undefined {
  const change = points(rateOf(sums.now) - rateOf(sums.before));
  const news = moved
    .filter(({ part }) => part.isNew || part.isEnded)
    .map(({ part }) => ({ part, without: changeWithout(part, sums) }))
    .filter(({ without }) => explains(change - without))
    .sort((one, other) => Math.abs(change - other.without) - Math.abs(change - one.without))[0];
  if (news) return { kind: news.part.isNew ? 'began' : 'ended', ...news };
  const began = moved.map(({ part }) => part).filter(({ isNew }) => isNew);
  const together = { now: sumOf(began, 'now'), before: sumOf(began, 'before') };
  const without = changeWithout(together, sums);
  if (began.length > 1 && explains(change - without))
    return { kind: 'several began', count: began.length, now: together.now, without };
  const [largest] = moved.toSorted((one, other) => Math.abs(other.own) - Math.abs(one.own));
  if (largest && largest.part.id !== OUTSIDE && explains(points(largest.own)))
    return { kind: 'part', part: largest.part };
  if (explains(mix)) return { kind: 'mix' };
  return explains(own) ? { kind: 'own' } : undefined;
}

/** How much a part changes the rate of all: by its share at its average rate, and by its own rate at its average share. */
function moveOf({ now, before }: RatePeriods, viewersNow: number, viewersBefore: number) {
  const [share, shareBefore] = [now.of / viewersNow, before.of / viewersBefore];
  const rates = [now, before].filter(({ of }) => of > 0).map(({ count, of }) => count / of);
  const average = rates.reduce((sum, rate) => sum + rate, 0) / Math.max(1, rates.length);
  const isInBoth = rates.length === 2;
  return {
    mix: (share - shareBefore) * average,
    own: isInBoth ? ((share + shareBefore) / 2) * ((rates[0] ?? 0) - (rates[1] ?? 0)) : 0,
  };
}

/** How the rate of the other parts changed. */
function changeWithout(part: RatePeriods, { now, before }: RatePeriods): number {
  const rest = (all: Share, own: Share) => shareOf(all.count - own.count, all.of - own.of);
  const [restNow, restBefore] = [rest(now, part.now), rest(before, part.before)];
  // There is nothing else to compare it with.
  if (restNow.of <= 0 || restBefore.of <= 0) return points(rateOf(now) - rateOf(before));
  return points(rateOf(restNow) - rateOf(restBefore));
}

const OUTSIDE = 0;

/** Events of the whole that belong to no part are one more part. */
function outsideOf(whole: RatePeriods, parts: readonly RatePart[]): RatePart {
  const rest = (when: keyof RatePeriods) => {
    const sum = sumOf(parts, when);
    return shareOf(whole[when].count - sum.count, whole[when].of - sum.of);
  };
  return {
    id: OUTSIDE,
    name: '',
    isNew: false,
    beganOn: undefined,
    isEnded: false,
    now: rest('now'),
    before: rest('before'),
  };
}

function sumOf(parts: readonly RatePart[], when: keyof RatePeriods): Share {
  return sumShares(parts.map((part) => part[when]));
}

/** As events, more may convert than view. */
function rateOf({ count, of }: Share): number {
  return of === 0 ? 0 : count / of;
}

/** Of a percentage. */
function hundredths(percent: number): number {
  return Math.round(100 * percent);
}

/** Hundredths of a point, of a proportion; never -0. */
function points(proportion: number): number {
  return Math.round(10_000 * proportion) + 0;
}
