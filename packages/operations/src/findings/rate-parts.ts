import { type Share, shareOf, sumShares } from '@funnel/domain';
import type { RateCause, RateChange, RatePart, RateParts, RatePeriods } from '@funnel/words';

const HALF = 0.5;
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
  const cause = total === 0 ? undefined : causeOf(change, moved, { sums: { now, before }, whole });
  return { ...change, cause, isByNews: cause !== undefined && 'without' in cause };
}

type Moved = { part: RatePart } & ReturnType<typeof moveOf>;

/** A cause, and how much of the change it is. */
interface NamedCause {
  cause: RateCause;
  amount: number;
}

/** The largest part of the change that explains at least half of it. A name says more than all of its kind. */
function causeOf(
  { total, mix, own, rest }: Pick<RateChange, 'total' | 'mix' | 'own' | 'rest'>,
  moved: readonly Moved[],
  { sums, whole }: { sums: RatePeriods; whole: RatePeriods },
): RateCause | undefined {
  const explaining = (causes: readonly NamedCause[]) => causes.filter(({ amount }) => amount / total >= HALF);
  const [news, parts] = [explaining(newsIn(moved, sums, total)), explaining(partsIn(moved))];
  const [largest] = [
    ...(news.length > 0 ? news : explaining([{ cause: { kind: 'mix' }, amount: mix }])),
    ...(parts.length > 0 ? parts : explaining([{ cause: { kind: 'own' }, amount: own }])),
    ...explaining(severalSeen(rest, sums, whole)),
  ].sort((one, other) => Math.abs(other.amount) - Math.abs(one.amount));
  return largest?.cause;
}

/** What was launched or ended, if it is on the side to which the rate moved: a weak campaign raises nothing. */
function newsIn(moved: readonly Moved[], sums: RatePeriods, total: number): NamedCause[] {
  const change = points(rateOf(sums.now) - rateOf(sums.before));
  const causes = moved
    .filter(({ part }) => part.isNew || part.isEnded)
    .filter(({ part }) => pullOf(part, sums) * total > 0)
    .map(({ part }): NamedCause => {
      const without = changeWithout(part, sums);
      return { cause: { kind: part.isNew ? 'began' : 'ended', part, without }, amount: change - without };
    });
  const began = moved.map(({ part }) => part).filter(({ isNew }) => isNew);
  const together = { now: sumOf(began, 'now'), before: sumOf(began, 'before') };
  if (began.length < 2 || (rateOf(together.now) - rateOf(sums.before)) * total <= 0) return causes;
  const without = changeWithout(together, sums);
  const several = { kind: 'several began' as const, count: began.length, now: together.now, without };
  // One that is enough says more than all of them.
  return causes.some(({ amount }) => amount / total >= HALF)
    ? causes
    : [...causes, { cause: several, amount: change - without }];
}

/** To which side what began or ended pulls the rate of all. */
function pullOf({ isNew, now, before }: RatePart, sums: RatePeriods): number {
  return isNew ? rateOf(now) - rateOf(sums.before) : rateOf(sums.before) - rateOf(before);
}

function partsIn(moved: readonly Moved[]): NamedCause[] {
  return moved
    .filter(({ part }) => part.id !== OUTSIDE && !part.isNew && !part.isEnded)
    .map(({ part, own }) => ({ cause: { kind: 'part', part }, amount: points(own) }));
}

/** Who saw more of the parts than before counts once in the whole all the same. */
function severalSeen(rest: number, sums: RatePeriods, whole: RatePeriods): NamedCause[] {
  const [now, before] = [sums.now.of / whole.now.of, sums.before.of / whole.before.of];
  const isWhy = (now - before) * rest > 0;
  return isWhy ? [{ cause: { kind: 'several seen', now, before }, amount: rest }] : [];
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
    newSince: undefined,
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
