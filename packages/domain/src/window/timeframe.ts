import { formatDay } from '../calendar/day.ts';
import type { Window } from './window.ts';

/** Spec section 4.1. */
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

/** "Last 30 days"; a custom window is named by its two dates. */
export function timeframeLabel(timeframe: Timeframe, window: Window): string {
  if (timeframe === 'custom') return `${formatDay(window.start)} to ${formatDay(window.end)}`;
  const words = timeframe.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Nothing precedes all time, and a snapshot holds no week but its own. */
export function hasPreviousPeriod(timeframe: Timeframe): boolean {
  return timeframe !== 'all_time' && timeframe !== 'insights_week';
}
