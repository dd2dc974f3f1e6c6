import { type Day, dayOf } from '../calendar/day.ts';
import { bucketStart } from '../calendar/grain.ts';
import { ServiceError } from '../errors/service-error.ts';
import { type CustomRange, customWindow } from './custom-window.ts';
import type { Timeframe } from './timeframe.ts';
import type { Window } from './window.ts';

export interface WindowRequest extends CustomRange {
  timeframe: Timeframe;
}

export interface WindowContext {
  now: Date;
  /** First recorded day of the website, or of the earliest of several. */
  firstDay: Day;
  /** Monday of the newest snapshot, where there is one. */
  insightsWeek?: Day | undefined;
}

/** The days a report covers; nothing but `context.now` says what today is. */
export function resolveWindow(request: WindowRequest, context: WindowContext): Window {
  const { timeframe } = request;
  if (timeframe === 'custom') return customWindow(request);
  if (timeframe === 'insights_week') return insightsWindow(context.insightsWeek);
  const today = dayOf(context.now);
  if (timeframe === 'all_time') return { start: Math.min(context.firstDay, today), end: today };
  return { start: FIRST_DAYS[timeframe](today), end: today };
}

/** The timeframes that end today. Metrics are kept per day, so 24 hours are yesterday and today. */
const FIRST_DAYS: Record<Exclude<Timeframe, 'all_time' | 'insights_week' | 'custom'>, (today: Day) => Day> = {
  today: (today) => today,
  this_week: (today) => bucketStart(today, 'week'),
  this_month: (today) => bucketStart(today, 'month'),
  this_quarter: (today) => bucketStart(today, 'quarter'),
  this_year: (today) => bucketStart(today, 'year'),
  last_24_hours: (today) => today - 1,
  last_7_days: (today) => today - 6,
  last_30_days: (today) => today - 29,
  last_90_days: (today) => today - 89,
  last_365_days: (today) => today - 364,
};

function insightsWindow(monday: Day | undefined): Window {
  if (monday === undefined) {
    throw new ServiceError(
      'not_found',
      'No insights snapshot has been generated yet: one is written on Mondays. Ask for another timeframe.',
    );
  }
  return { start: monday, end: monday + 6 };
}
