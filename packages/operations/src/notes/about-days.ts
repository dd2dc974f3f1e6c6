import { bucketEnd, dateText, type Day, dayOf, daysText, type Grain, type Window } from '@funnel/domain';
import type { WebsiteFacts } from '@funnel/db';
import { quoted } from '@funnel/words';
import type { ReportFacts } from '../findings/report-facts.ts';
import type { Note } from './note.ts';

type Place = Pick<ReportFacts, 'websites' | 'now'>;

/** Which days an answer is about, and which of them are not over. */
export function aboutDays(facts: ReportFacts, { isDone = false, isLive = false } = {}): Note[] {
  return [
    ...unfinishedWindow(facts, { isDone }),
    ...partialBuckets(facts),
    ...coveredDays(facts, { isLive: isLive || facts.period.series !== undefined }),
  ];
}

/** The window contains today, or days that have not come yet. `isDone`: no number of the answer grows any more. */
function unfinishedWindow({ period, now }: ReportFacts, { isDone }: { isDone: boolean }): Note[] {
  const { window, previous } = period;
  const today = dayOf(now);
  if (window.end < today) return [];
  const date = dateText(today, today);
  if (window.start > today)
    return [{ code: 'future_window', text: `The window has not begun: today is ${date} (UTC).` }];
  // The note on the last point says it, and so does the one on what is compared.
  if (seriesOf(period) || previous || isDone) return [];
  const end = window.end > today ? `The window ends on ${dateText(window.end, today)}, but today` : 'Today';
  return [{ code: 'running_window', text: `${end} (${date}, UTC) is not over: the numbers still grow.` }];
}

/** A single day is no point: it is the window. */
function seriesOf({ window, series }: ReportFacts['period']) {
  return series?.groupBy === 'day' && window.start === window.end ? undefined : series;
}

/** Points of a series that cover fewer days than their name says, or are not over. */
function partialBuckets({ period, now }: ReportFacts): Note[] {
  const series = seriesOf(period);
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

/** Where all_time begins, and which days the insights week has. `isLive`: the answer has parts that are not frozen. */
function coveredDays(
  { period: { timeframe, window }, ...place }: ReportFacts,
  { isLive }: { isLive: boolean },
): Note[] {
  const { start } = window;
  if (timeframe === 'insights_week') return insightsWeek(start, place, isLive);
  if (timeframe !== 'all_time') return [];
  const date = dateText(start, dayOf(place.now));
  return [{ code: 'all_time_start', text: `All time begins on ${date}, ${firstDay(place.websites)}.` }];
}

/** Which days the insights week of this Monday has. */
export function insightsWeek(monday: Day, { websites, now }: Place, isLive = false): Note[] {
  const days = `Monday, ${dateText(monday, dayOf(now))}, to Sunday, ${dateText(monday + 6, dayOf(now))}`;
  const live = isLive ? ' Series, fields and products are live.' : liveWebsites(websites, monday);
  const text = `The insights week is ${days}; its metrics are frozen as of its snapshot.${live}`;
  return [{ code: 'insights_week', text }];
}

function firstDay(websites: readonly WebsiteFacts[]): string {
  const isEmpty = websites.every(({ lastDay }) => lastDay === undefined);
  if (websites.length > 1) return 'the earliest first day of these websites';
  return isEmpty ? 'the day the website was created: nothing is recorded yet' : 'the first recorded day';
}

/** Those that are not frozen. */
function liveWebsites(websites: readonly WebsiteFacts[], monday: Day): string {
  const unfrozen = websites.filter(({ insightsWeek: frozen }) => frozen !== monday);
  if (unfrozen.length === 0) return '';
  const names = unfrozen.slice(0, 3).map(({ name }) => quoted(name));
  const more = unfrozen.length > names.length ? ` and ${unfrozen.length - names.length} more` : '';
  return ` Live instead: ${names.join(', ')}${more}, without a snapshot of that week.`;
}
