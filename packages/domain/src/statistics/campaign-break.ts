import type { Day } from '../calendar/day.ts';
import { BREAK_DAYS, type Break, findBreak, findSilence } from './breaks.ts';

/** The days that are looked at end with this one. */
export interface LastDay {
  day: Day;
  /** A day that is not over has too few of everything. */
  isOver: boolean;
}

/** Viewers still come, and no longer go on. */
export interface Stopped extends Pick<Break, 'since' | 'expected'> {
  what: StoppedMetric;
  day: Day;
}

/** Nobody comes any more. */
interface Silent {
  what: 'views';
  day: Day;
  /** How many came on the days before. */
  viewersPerDay: number;
}

/** How a campaign broke. */
export type CampaignBreak = Stopped | Silent;

/** A broken campaign, and what else stopped with it. */
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
/** One of these. */
type StoppedMetric = (typeof STOPPED_METRICS)[number];

/** A campaign on each of the last `BREAK_DAYS`: distinct visitors, the oldest day first. */
export type CampaignColumns = Readonly<Record<'views' | StoppedMetric, ArrayLike<number>>>;

const RECENT_DAYS = 14;
/** What comes after a conversion swings more, because the conversions do; so its risk of one look is smaller. See ADR 27. */
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
): CampaignBreak | undefined {
  const first = firstWatchedDay(last);
  for (const what of STOPPED_METRICS) {
    const alpha = what === 'conversions' ? undefined : LATER_ALPHA;
    const found = findBreak({ of: days.views, count: days[what] }, last.isOver, alpha);
    if (found) return { what, day: first + found.day, since: found.since, expected: found.expected };
  }
  const viewers = wholeDays(days.views, last, lastKnown);
  const silence = findSilence(viewers);
  if (silence === undefined) return undefined;
  return { what: 'views', day: first + silence, viewersPerDay: recentMean(viewers.slice(0, silence)) };
}

/**
 * The first of the days that are looked at.
 * @example
 * assert.equal(firstWatchedDay({ day: 20_000, isOver: true }), 20_000 - BREAK_DAYS + 1);
 */
export function firstWatchedDay({ day }: LastDay): Day {
  return day - BREAK_DAYS + 1;
}

/**
 * Only complete days, and none of which nothing is known yet: who loads events once a day has none of yesterday for a while.
 * @example
 * const days = Array.from({ length: BREAK_DAYS }, () => 100);
 * assert.equal(wholeDays(days, { day: 20_000, isOver: false }, 20_000).length, BREAK_DAYS - 1);
 */
export function wholeDays(days: ArrayLike<number>, last: LastDay, lastKnown: Day | undefined): number[] {
  const first = firstWatchedDay(last);
  const lastWhole = last.isOver ? last.day : last.day - 1;
  return Array.from(days).slice(0, Math.max(0, Math.min(lastWhole, lastKnown ?? first) - first + 1));
}

/**
 * The mean of the last two weeks.
 * @example
 * assert.equal(recentMean([...Array(7).fill(100), ...Array(7).fill(20), ...Array(7).fill(40)]), 30);
 */
export function recentMean(days: readonly number[]): number {
  const recent = days.slice(-RECENT_DAYS);
  return recent.reduce((sum, value) => sum + value, 0) / Math.max(1, recent.length);
}
