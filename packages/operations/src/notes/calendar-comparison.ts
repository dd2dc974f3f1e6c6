import {
  bucketEnd,
  bucketStart,
  formatDay,
  type Grain,
  previousWindow,
  type Window,
  dateText,
  dayOf,
} from '@funnel/domain';
import type { Answered, Note } from './note.ts';
import { isCompared, type ReportBody, windowOf } from './report-body.ts';

const UNITS: Partial<Record<string, Grain>> = {
  this_week: 'week',
  this_month: 'month',
  this_quarter: 'quarter',
  this_year: 'year',
};

/** A calendar month is compared with as many days before it, which are not the month before. */
export function calendarComparison({ body, now }: Answered): Note[] {
  const window = windowOf(body);
  const unit = window && isCompared(body) ? unitOf(body, window) : undefined;
  if (!window || !unit) return [];
  const [compared, meant] = [previousWindow(window), sameDaysBefore(window, unit)];
  if (compared.start === meant.start && compared.end === meant.end) return [];
  const days = `${dateText(compared.start, dayOf(now))} to ${dateText(compared.end, dayOf(now))}`;
  const text = `The previous period is ${days}, not the ${unit} before: for that ask for range_start=${formatDay(meant.start)}, range_end=${formatDay(meant.end)}.`;
  return [{ code: 'calendar_comparison', text }];
}

/** The calendar unit that the window is, or is the beginning of. */
function unitOf({ timeframe }: ReportBody, { start, end }: Window): Grain | undefined {
  if (timeframe?.selected !== 'custom') return UNITS[timeframe?.selected ?? ''];
  const units = ['year', 'quarter', 'month'] as const;
  return units.find((unit) => start === bucketStart(start, unit) && end === bucketEnd(start, unit));
}

/** The same days of the unit before; all of it if the window is complete. */
function sameDaysBefore({ start, end }: Window, unit: Grain): Window {
  const last = start - 1;
  const first = bucketStart(last, unit);
  const isComplete = end === bucketEnd(start, unit);
  return { start: first, end: isComplete ? last : Math.min(first + end - start, last) };
}
