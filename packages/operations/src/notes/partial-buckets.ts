import {
  bucketEnd,
  dayOf,
  formatDay,
  type Grain,
  seriesBuckets,
  type Window,
  dateText,
} from '@funnel/domain';
import type { Answered, Note } from './note.ts';
import { windowOf } from './report-body.ts';

/** Points of a series that cover fewer days than their name says, or are not over. */
export function partialBuckets({ body, now }: Answered): Note[] {
  const window = windowOf(body);
  const grain = body.data?.timeseries?.group_by;
  if (!window || !grain) return [];
  const today = dayOf(now);
  return seriesBuckets(window, grain).flatMap(({ date, window: days }): Note[] => {
    if (days.start <= today && today <= days.end)
      return [{ code: 'running_bucket', text: runningText(formatDay(date), days, grain, now) }];
    if (days.start === date && days.end === bucketEnd(date, grain)) return [];
    const text = `The point ${formatDay(date)} covers only ${daysText(days, now)}.`;
    return [{ code: 'clipped_bucket', text }];
  });
}

function runningText(date: string, days: Window, grain: Grain, now: Date): string {
  if (grain === 'day') return `The point ${date} is today, not a complete day.`;
  const only = days.end < bucketEnd(days.end, grain) || formatDay(days.start) !== date ? 'only ' : '';
  return `The point ${date} covers ${only}${daysText(days, now)}, and today is not over.`;
}

function daysText({ start, end }: Window, now: Date): string {
  return start === end
    ? dateText(start, dayOf(now))
    : `${dateText(start, dayOf(now))} to ${dateText(end, dayOf(now))}`;
}
