import { bucketEnd, type Day, dayOf, daysText, type Grain, type Window, dateText } from '@funnel/domain';
import type { ReportFacts } from '../findings/report-facts.ts';
import type { Note } from './note.ts';

/** Points of a series that cover fewer days than their name says, or are not over. */
export function partialBuckets({ period: { series }, now }: ReportFacts): Note[] {
  if (!series) return [];
  const [{ groupBy: grain, buckets }, today] = [series, dayOf(now)];
  return buckets.flatMap(({ date, window: days }): Note[] => {
    if (days.start <= today && today <= days.end)
      return [{ code: 'running_bucket', text: runningText(date, days, grain, now) }];
    if (days.start === date && days.end === bucketEnd(date, grain)) return [];
    const text = `The point of ${dateText(date, today)} covers only ${daysText(days, today)}.`;
    return [{ code: 'clipped_bucket', text }];
  });
}

function runningText(date: Day, days: Window, grain: Grain, now: Date): string {
  const name = `The point of ${dateText(date, dayOf(now))}`;
  if (grain === 'day') return `${name} is today, not a complete day.`;
  const only = days.end < bucketEnd(days.end, grain) || days.start !== date ? 'only ' : '';
  return `${name} covers ${only}${daysText(days, dayOf(now))}, and today is not over.`;
}
