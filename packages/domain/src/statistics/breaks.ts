/** How many people viewed something, and how many of them went on. */
export interface People {
  count: number;
  of: number;
}

/** The same for each of some days, the oldest first. */
export interface DailyShares {
  readonly count: ArrayLike<number>;
  readonly of: ArrayLike<number>;
}

export interface Break {
  /** The first day of the break, as a place in the list. */
  day: number;
  /** All days of the break. Of a burst only as many viewers count as on three usual days. */
  since: People;
  /** The days that it is compared with. */
  before: People & { days: number };
  /** How many would have gone on at the rate before. */
  expected: number;
}

/** How many days a break is compared with: at most, and at least. */
const [MOST_BEFORE, FEWEST_BEFORE] = [56, 14];
/** With fewer before, silence says nothing. */
const MIN_COUNT_BEFORE = 10;
/** An older break is the new normal. */
const MOST_SINCE = 28;
/** How many days the search needs: more change nothing. */
export const BREAK_DAYS = MOST_BEFORE + MOST_SINCE;
/** The risk of one look. See ADR 26 for what it means over a year of looks. */
const ALPHA = 3e-5;
/** Without a cause, a rate swings by this much of itself: from day to day, and over weeks. */
const [DAILY_SWING, SLOW_SWING] = [0.2, 0.1];
/** A smaller fall is a change, not a break. */
const MOST_LEFT = 0.7;
/** A day with more times the usual viewers counts as one with this many: the people of a burst differ from the usual ones. */
const BURST = 3;

/**
 * Finds the day since when far fewer viewers go on than before, although they still come: a form, a step or its tracking broke. A last day that is
 * not over (`isLastOver`) does not count as a day on which fewer converted. Looked at every day, a healthy campaign gets a false alarm less than once in 50 years.
 * @example
 * const of = Array.from({ length: 60 }, () => 100);
 * const count = of.map((_, day) => (day < 57 ? 10 : 0));
 * assert.equal(findBreak({ of, count })?.day, 57);
 * assert.equal(findBreak({ of: of.slice(0, 57), count: count.slice(0, 57) }), undefined);
 */
export function findBreak(days: DailyShares, isLastOver = true, alpha = ALPHA): Break | undefined {
  const { length } = days.of;
  // Most campaigns are too small.
  if (sumOf(days.count, 0, length) < MIN_COUNT_BEFORE) return undefined;
  const sums = runningSums(days, BURST * usualOf(days.of));
  let found: { likelihood: number; day: number; first: number; expected: number } | undefined;
  for (let day = Math.max(FEWEST_BEFORE, length - MOST_SINCE); day < length; day++) {
    const first = Math.max(0, day - MOST_BEFORE);
    const before = sums.counts(first, day);
    const viewers = sums.viewers(day, length);
    if (before < MIN_COUNT_BEFORE || viewers === 0) continue;
    const expected = (viewers * before) / sums.viewers(first, day);
    const count = wholePeople(sums.counts(day, length));
    if (count > MOST_LEFT * expected) continue;
    const daysSince = length - day - (isLastOver ? 0 : 1);
    if (chanceOfSoFew(count, expected, shapeOf(before, daysSince), alpha) > alpha) continue;
    // More viewers who convert less are a burst: nothing broke while as many convert as on other days.
    const usual = median(sliceOf(days.count, first, day)) || before / (day - first);
    if (sumOf(days.count, day, length) > MOST_LEFT * daysSince * usual) continue;
    const likelihood = expected - count + (count && count * Math.log(count / expected));
    if (!found || found.likelihood < likelihood) found = { likelihood, day, first, expected };
  }
  // If it began earlier, how it is now is the new normal.
  if (!found || found.day <= length - MOST_SINCE) return undefined;
  const { day, first, expected } = found;
  if (hasRecovered(sums, { first, day, length })) return undefined;
  return {
    day,
    since: { count: wholePeople(sums.counts(day, length)), of: wholePeople(sums.viewers(day, length)) },
    before: { ...totalOf(days, first, day), days: day - first },
    expected,
  };
}

/** How much more likely the last days must be as usual than as broken: 20 times. */
const RECOVERED_LIKELIHOOD = Math.log(20);

/** Whether the last days are as before the break, and not as in it. */
function hasRecovered(
  sums: RunningSums,
  { first, day, length }: { first: number; day: number; length: number },
): boolean {
  const usual = sums.counts(first, day) / sums.viewers(first, day);
  for (let start = day + 1; start < length; start++) {
    const [viewers, broken] = [sums.viewers(start, length), sums.viewers(day, start)];
    if (viewers === 0 || broken === 0) continue;
    const count = sums.counts(start, length);
    // Nobody converted, or half a person.
    const rate = Math.max(sums.counts(day, start), HALF_A_PERSON) / broken;
    const likelihood = count * Math.log(usual / rate) - viewers * (usual - rate);
    if (count > MOST_LEFT * viewers * usual && likelihood >= RECOVERED_LIKELIHOOD) return true;
  }
  return false;
}

const HALF_A_PERSON = 0.5;

/**
 * How many more viewers a break from now on would take to be noticed: that many without anybody who goes on. Undefined if too little is known, or if nobody
 * goes on any more.
 * @example
 * const of = Array.from({ length: 56 }, () => 100);
 * const viewers = viewersUntilNoticed({ of, count: of.map(() => 5) }) ?? 0;
 * assert.ok(viewers > 180 && viewers < 300); // 9 to 15 conversions at 5 %
 */
export function viewersUntilNoticed(days: DailyShares): number | undefined {
  const { length } = days.of;
  const before = totalOf(days, Math.max(0, length - MOST_BEFORE), length);
  if (length < FEWEST_BEFORE || before.count < MIN_COUNT_BEFORE) return undefined;
  if (sumOf(days.count, Math.max(0, length - MOST_SINCE), length) === 0) return undefined;
  const shape = shapeOf(before.count, 1);
  // (1 + expected / shape) ** -shape = ALPHA
  const expected = shape * (ALPHA ** (-1 / shape) - 1);
  return Math.ceil((expected * before.of) / before.count);
}

const ROUNDING = 1e-6;

/** Parts of people, where a burst was cut, count as one. */
function wholePeople(count: number): number {
  return Math.max(0, Math.ceil(count - ROUNDING));
}

type RunningSums = ReturnType<typeof runningSums>;

/** Sums of neighbouring days without adding them up each time. Of a day with more than `most` viewers only so many count, and their share. */
function runningSums({ of, count }: DailyShares, most: number) {
  const sumsOf = (values: ArrayLike<number>) => {
    const sums = new Float64Array(of.length + 1);
    for (let day = 0; day < of.length; day++) {
      const viewers = of[day] ?? 0;
      sums[day + 1] = (sums[day] ?? 0) + (viewers > most ? most / viewers : 1) * (values[day] ?? 0);
    }
    return (first: number, end: number) => (sums[end] ?? 0) - (sums[first] ?? 0);
  };
  return { counts: sumsOf(count), viewers: sumsOf(of) };
}

/** The median of the days on which anybody came. */
function usualOf(viewers: ArrayLike<number>): number {
  return median(Float64Array.from(viewers).filter((count) => count > 0));
}

/** How far a count may be from what is expected, beyond chance: the shape of a gamma distribution of rates. */
function shapeOf(before: number, days: number): number {
  return 1 / (1 / before + SLOW_SWING ** 2 + DAILY_SWING ** 2 / Math.max(1, days));
}

/** The probability of at most `count` where `mean` are expected, of a rate that swings (negative binomial distribution); or more than `enough`. */
function chanceOfSoFew(count: number, mean: number, shape: number, enough: number): number {
  const [zero, ratio] = [-shape * Math.log(1 + mean / shape), Math.log(mean / (shape + mean))];
  let [total, term] = [Math.exp(zero), zero];
  for (let each = 1; each <= count && total <= enough; each++) {
    term += Math.log((shape + each - 1) / each) + ratio;
    total += Math.exp(term);
  }
  return total;
}

function totalOf({ count, of }: DailyShares, first: number, end: number): People {
  return { count: sumOf(count, first, end), of: sumOf(of, first, end) };
}

function sumOf(values: ArrayLike<number>, first: number, end: number): number {
  let total = 0;
  for (let each = first; each < end; each++) total += values[each] ?? 0;
  return total;
}

function sliceOf(values: ArrayLike<number>, first: number, end: number): Float64Array {
  return Float64Array.from({ length: end - first }, (_, each) => values[first + each] ?? 0);
}

function median(values: Float64Array): number {
  const sorted = values.toSorted();
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}

/** A day with at most this share of its usual viewers is silent. */
const SILENT = 0.02;
/** Fewer viewers may stay away by chance. */
const MIN_EXPECTED_VIEWERS = 20;
/** Two days, where none was silent before. */
const SILENCE_ALPHA = 1e-4;
const WEEK_DAYS = 7;

/**
 * Finds the day since when nobody comes any more, although on the same weekdays before there always were viewers: it was switched off, or its tracking broke. Only
 * complete days.
 * @example
 * const viewers = Array.from({ length: 60 }, (_, day) => (day < 57 ? 100 : 0));
 * assert.equal(findSilence(viewers), 57);
 */
export function findSilence(all: ArrayLike<number>): number | undefined {
  // Days before the first viewer are not quiet ones.
  const launch = Math.max(
    0,
    Array.from(all).findIndex((count) => count > 0),
  );
  const found = findSilenceSince(Array.from(all).slice(launch));
  return found === undefined ? undefined : launch + found;
}

function findSilenceSince(viewers: readonly number[]): number | undefined {
  const { length } = viewers;
  // Mostly somebody came on the last day.
  if ((viewers[length - 1] ?? 0) > SILENT * usualOn(viewers, length - 1)) return undefined;
  const usual = Array.from({ length }, (_, day) => usualOn(viewers, day));
  const isSilent = (day: number) => (viewers[day] ?? 0) <= SILENT * (usual[day] ?? 0);
  let day = length;
  while (day > FEWEST_BEFORE && isSilent(day - 1)) day -= 1;
  const expected = usual.slice(day).reduce((total, each) => total + each, 0);
  if (day === length || length - day > MOST_SINCE || expected < MIN_EXPECTED_VIEWERS) return undefined;
  const before = Array.from({ length: day }, (_, each) => each).filter((each) => (usual[each] ?? 0) > 0);
  if (before.length < FEWEST_BEFORE) return undefined;
  const quiet = (before.filter(isSilent).length + 0.5) / (before.length + 1);
  const silentDays = usual.slice(day).filter((each) => each > 0).length;
  if (quiet ** silentDays > SILENCE_ALPHA) return undefined;
  // Weekdays on which nobody ever comes do not begin it.
  while ((usual[day] ?? 0) === 0) day += 1;
  return day;
}

/** The median of the same weekday in the weeks before. */
function usualOn(viewers: ArrayLike<number>, day: number): number {
  const same: number[] = [];
  for (let before = day - WEEK_DAYS; before >= Math.max(0, day - MOST_BEFORE); before -= WEEK_DAYS)
    same.push(viewers[before] ?? 0);
  return median(Float64Array.from(same));
}
