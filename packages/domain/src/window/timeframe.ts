import { formatDay } from '../calendar/day.ts';
import type { Window } from './window.ts';

/** The timeframes that a caller can choose. See docs/reference/metrics.md. */
export const TIMEFRAMES = [
  'today',
  'this_week',
  'this_month',
  'this_quarter',
  'this_year',
  'last_24_hours',
  'last_7_days',
  'last_30_days',
  'last_90_days',
  'last_365_days',
  'all_time',
  'insights_week',
  'custom',
] as const;
export type Timeframe = (typeof TIMEFRAMES)[number];

/**
 * Returns the name of a timeframe for people. A custom window is named by its two dates.
 * @example
 * const window = { start: parseDay('2026-11-01') ?? 0, end: parseDay('2026-11-14') ?? 0 };
 * assert.equal(timeframeLabel('last_30_days', window), 'Last 30 days');
 * assert.equal(timeframeLabel('custom', window), '2026-11-01 to 2026-11-14');
 */
export function timeframeLabel(timeframe: Timeframe, window: Window): string {
  if (timeframe === 'custom') return `${formatDay(window.start)} to ${formatDay(window.end)}`;
  const words = timeframe.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Nothing precedes all time, and an insights snapshot contains only its own week. */
export function hasPreviousPeriod(timeframe: Timeframe): boolean {
  return timeframe !== 'all_time' && timeframe !== 'insights_week';
}
