import { civilDateOf, dayOfCivil, dayOfMonthOf, monthOf, yearOf } from '../calendar/civil-date.ts';
import type { Day } from '../calendar/day.ts';
import { bucketEnd, bucketStart } from '../calendar/grain.ts';
import type { Period } from '../window/period.ts';
import { hasPreviousPeriod, type Timeframe } from '../window/timeframe.ts';
import { previousWindow, type Window, windowDays } from '../window/window.ts';

export interface ComparedDays {
  /** The complete days of a window. */
  window: Window;
  base: Window;
}

/** Why a window is not compared: nothing precedes it, it has not begun, or none of its days is over. */
export type NotCompared = 'nothing_before' | 'future' | 'running';

/** What a caller may choose: the days directly before, the same weekdays a year before, or as many days from a day on. */
export type CompareWith = 'before' | 'year' | Day;

const WEEK_DAYS = 7;
const YEAR_DAYS = 52 * WEEK_DAYS;
const MONTHS = { year: 12, quarter: 3, month: 1 } as const;

/** The timeframes of a calendar unit that is longer than a week. */
const UNITS: Partial<Record<Timeframe, keyof typeof MONTHS>> = {
  this_month: 'month',
  this_quarter: 'quarter',
  this_year: 'year',
};

/**
 * The fair comparison of a window. Only its complete days are compared: those of a month, quarter or year with the same days of the one
 * before, all others with as many days whole weeks before, so that weekdays meet weekdays.
 * @example
 * const day = (text: string) => parseDay(text) ?? 0;
 * const chosen = { timeframe: 'this_month' as const, window: { start: day('2026-11-01'), end: day('2026-11-19') } };
 * assert.deepEqual(comparedDays(chosen, day('2026-11-19')), {
 *   window: { start: day('2026-11-01'), end: day('2026-11-18') },
 *   base: { start: day('2026-10-01'), end: day('2026-10-18') },
 * });
 */
export function comparedDays(
  { timeframe, window: whole }: Pick<Period, 'timeframe' | 'window'>,
  today: Day,
  compareWith?: CompareWith,
): ComparedDays | NotCompared {
  if (!hasPreviousPeriod(timeframe)) return 'nothing_before';
  if (whole.start > today) return 'future';
  const window = { start: whole.start, end: Math.min(whole.end, today - 1) };
  if (window.end < window.start) return 'running';
  if (compareWith !== undefined) return { window, base: chosenBase(window, compareWith) };
  const unit = UNITS[timeframe] ?? (timeframe === 'custom' ? wholeUnit(whole) : undefined);
  return { window, base: unit ? sameDays(window, MONTHS[unit]) : wholeWeeks(window, WEEK_DAYS) };
}

function chosenBase(window: Window, compareWith: CompareWith): Window {
  if (compareWith === 'before') return previousWindow(window);
  if (compareWith === 'year') return wholeWeeks(window, YEAR_DAYS);
  return { start: compareWith, end: compareWith + windowDays(window) - 1 };
}

/** Moved back as often as it takes to end before the window. */
function wholeWeeks(window: Window, step: number): Window {
  const moved = step * Math.ceil(windowDays(window) / step);
  return { start: window.start - moved, end: window.end - moved };
}

/** The unit that chosen days are exactly. */
function wholeUnit({ start, end }: Window): keyof typeof MONTHS | undefined {
  const units = ['year', 'quarter', 'month'] as const;
  return units.find((unit) => start === bucketStart(start, unit) && end === bucketEnd(start, unit));
}

function sameDays({ start, end }: Window, months: number): Window {
  return { start: monthsBefore(start, months), end: monthsBefore(end, months) };
}

/** At the end of a month the last day that exists: 30 March becomes 28 February. */
function monthsBefore(day: Day, months: number): Day {
  const date = civilDateOf(day);
  const [year, month] = [yearOf(date), monthOf(date) - months];
  const first = dayOfCivil(year, month, 1);
  return Math.min(first + dayOfMonthOf(date) - 1, dayOfCivil(year, month + 1, 1) - 1);
}
