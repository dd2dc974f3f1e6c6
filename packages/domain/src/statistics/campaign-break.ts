import type { Day } from '../calendar/day.ts';
import { BREAK_DAYS, type DailyShares, findBreak, findSilence, type People } from './breaks.ts';

/** The days that are looked at end with this one. */
export interface LastDay {
  day: Day;
  /** A day that is not over has too few of everything. */
  isOver: boolean;
}

interface Stop {
  what: StoppedMetric;
  day: Day;
  /** The first of the last days on which nobody came any more; undefined if somebody still comes. */
  silentSince: Day | undefined;
  /** How many would have gone on. */
  expected: number;
}

/** Viewers still come, and no longer go on: as the sums of days show it, in which who comes again counts again. */
export interface FoundStop extends Stop {
  daily: People;
  /** How many went on in as many days before the break. */
  dailyBefore: number;
}

/** The same for people to read. */
export interface Stopped extends Stop {
  /** The people of all days of the break, each counted once. */
  since: People;
}

interface Silent {
  what: 'views';
  day: Day;
  /** How many came on the days before. */
  viewersPerDay: number;
}

/** How a campaign broke, as the sums of its days show it. */
export type FoundBreak = FoundStop | Silent;

export type CampaignBreak = Stopped | Silent;

/**
 * A break with its people counted once. Undefined if by then as many went on as before: events that are not in the sums of days yet may show it.
 * @example
 * const daily = { count: 5, of: 851 };
 * const found = { what: 'conversions', day: 20_000, silentSince: undefined, daily, expected: 80, dailyBefore: 84 } as const;
 * const stopped = stoppedWith(found, { since: { count: 4, of: 836 }, before: 63 });
 * assert.deepEqual([stopped?.since.of, stopped?.expected], [836, 60]); // Who went on did so on 1.33 days.
 */
export function stoppedWith(
  { daily: _daily, dailyBefore, expected, ...stop }: FoundStop,
  { since, before }: { since: People; before: number },
): Stopped | undefined {
  const people = dailyBefore > 0 ? Math.min(1, before / dailyBefore) : 1;
  return since.count < Math.round(expected * people)
    ? { ...stop, since, expected: expected * people }
    : undefined;
}

/** A campaign that is not broken, and what it would take to notice a break. */
export interface Watched {
  /** How many more viewers it would take to notice that nobody converts; undefined if too little is known. */
  viewersUntilNoticed: number | undefined;
  /** Since the last day on which anybody converted: the sum of days, which a break is noticed by. */
  viewersSince: number;
  /** The same people counted once; undefined while they are few. */
  peopleSince: number | undefined;
  lastConversion: Day | undefined;
  viewersPerDay: number;
}

export type BrokenCampaign = CampaignBreak & { also: StoppedToo };

/** Parts of a funnel that stopped when its campaign did. */
export interface StoppedToo {
  submissions: boolean;
  /** Later steps. */
  steps: { position: number; name: string | null }[];
  /** Those that broke, if others did not: their letters. */
  variants: string[];
}

const STOPPED_METRICS = ['conversions', 'submissions', 'completions'] as const;
type StoppedMetric = (typeof STOPPED_METRICS)[number];

/** A campaign on each of the last `BREAK_DAYS`: distinct visitors, the oldest day first. */
export type CampaignColumns = Readonly<Record<'views' | StoppedMetric, ArrayLike<number>>>;

const RECENT_DAYS = 7;
/** What comes after a conversion swings more, because the conversions do; so its risk of one look is smaller. See ADR 26. */
const LATER_ALPHA = 1e-6;

/**
 * Finds how a campaign broke. After `lastKnown` nothing is known of its website.
 * @example
 * const last = { day: 20_000, isOver: true };
 * const days = (of: (day: number) => number) => Array.from({ length: BREAK_DAYS }, (_, day) => of(day));
 * const [views, before] = [days(() => 100), days((day) => (day < BREAK_DAYS - 3 ? 10 : 0))];
 * const found = breakOfCampaign({ views, conversions: before, submissions: before, completions: before }, last, 20_000);
 * assert.deepEqual([found?.what, found?.day], ['conversions', 19_998]);
 */
export function breakOfCampaign(
  days: CampaignColumns,
  last: LastDay,
  lastKnown: Day | undefined,
): FoundBreak | undefined {
  const first = firstWatchedDay(last);
  for (const what of STOPPED_METRICS) {
    const alpha = what === 'conversions' ? undefined : LATER_ALPHA;
    const found = findStop({ of: days.views, count: days[what] }, { what, last, lastKnown, alpha });
    if (found) return found;
  }
  const viewers = wholeDays(days.views, last, lastKnown);
  const silence = findSilence(viewers);
  // Somebody who came today ends it.
  if (silence === undefined || hasComeSince(days.views, viewers.length)) return undefined;
  return { what: 'views', day: first + silence, viewersPerDay: recentMean(viewers.slice(0, silence)) };
}

/**
 * Finds the break of one metric. With an `alpha` where it is one of several looks.
 * @example
 * const [of, last] = [Array.from({ length: BREAK_DAYS }, () => 100), { day: 20_000, isOver: true }];
 * const count = of.map((_, day) => (day < BREAK_DAYS - 3 ? 10 : 0));
 * const found = findStop({ of, count }, { what: 'conversions', last, lastKnown: 20_000 });
 * assert.deepEqual([found?.day, found?.daily.of, found?.dailyBefore], [19_998, 300, 30]);
 */
export function findStop(
  days: DailyShares,
  {
    what,
    last,
    lastKnown,
    alpha,
  }: { what: StoppedMetric; last: LastDay; lastKnown: Day | undefined; alpha?: number | undefined },
): FoundStop | undefined {
  const found = findBreak(days, last.isOver, alpha);
  if (!found) return undefined;
  const { day, since, expected } = found;
  const before = Array.from(days.count).slice(Math.max(0, 2 * day - days.of.length), day);
  return {
    what,
    day: firstWatchedDay(last) + day,
    daily: since,
    dailyBefore: before.reduce((sum, count) => sum + count, 0),
    expected,
    silentSince: silentSince(days.of, last, lastKnown),
  };
}

function hasComeSince(views: ArrayLike<number>, first: number): boolean {
  return Array.from(views)
    .slice(first)
    .some((count) => count > 0);
}

/** After so many whole days without anybody there is no traffic to speak of. */
const SILENT_DAYS = 2;

function silentSince(views: ArrayLike<number>, last: LastDay, lastKnown: Day | undefined): Day | undefined {
  const viewers = settledDays(views, last, lastKnown);
  const silent = viewers.length - 1 - viewers.findLastIndex((count) => count > 0);
  const isSilent = silent >= SILENT_DAYS && !hasComeSince(views, viewers.length);
  return isSilent ? firstWatchedDay(last) + viewers.length - silent : undefined;
}

/**
 * The first of the days that are looked at.
 * @example
 * assert.equal(firstWatchedDay({ day: 20_000, isOver: true }), 20_000 - BREAK_DAYS + 1);
 */
export function firstWatchedDay({ day }: LastDay): Day {
  return day - BREAK_DAYS + 1;
}

/** Only complete days, and none of which nothing is known yet: who loads events once a day has none of yesterday for a while. */
function wholeDays(days: ArrayLike<number>, last: LastDay, lastKnown: Day | undefined): number[] {
  const first = firstWatchedDay(last);
  const lastWhole = last.isOver ? last.day : last.day - 1;
  return Array.from(days).slice(0, Math.max(0, Math.min(lastWhole, lastKnown ?? first) - first + 1));
}

/**
 * The same for a question about traffic: a website that sent nothing for more days than anybody loads late has no viewers on them.
 * @example
 * const days = Array.from({ length: BREAK_DAYS }, () => 100);
 * assert.equal(settledDays(days, { day: 20_000, isOver: true }, 19_999).length, BREAK_DAYS - 1);
 * assert.equal(settledDays(days, { day: 20_000, isOver: true }, 19_998).length, BREAK_DAYS);
 */
export function settledDays(days: ArrayLike<number>, last: LastDay, lastKnown: Day | undefined): number[] {
  const lastWhole = last.isOver ? last.day : last.day - 1;
  const isLate = lastKnown === undefined || lastWhole - lastKnown < SILENT_DAYS;
  return wholeDays(days, last, isLate ? lastKnown : lastWhole);
}

/**
 * The mean of the last week, without days before the first.
 * @example
 * assert.equal(recentMean([100, 100, 10, 20, 30, 40, 50, 60, 70]), 40);
 * assert.equal(recentMean([0, 0, 0, 0, 0, 0, 30, 50]), 40);
 */
export function recentMean(days: readonly number[]): number {
  const first = days.findIndex((value) => value > 0);
  const recent = days.slice(Math.max(0, first)).slice(-RECENT_DAYS);
  return recent.reduce((sum, value) => sum + value, 0) / Math.max(1, recent.length);
}
