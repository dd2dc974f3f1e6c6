import { dateText, type Day, dayOf } from '@funnel/domain';
import type { WebsiteFacts } from '@funnel/db';
import type { ReportFacts } from '../findings/report-facts.ts';
import type { Note } from './note.ts';
import { quoted } from '@funnel/words';

type Place = Pick<ReportFacts, 'websites' | 'now'>;

/** Where all_time begins, and which days the insights week has. `isLive`: the answer has parts that are not frozen. */
export function coveredDays(
  { period: { timeframe, window }, ...place }: ReportFacts,
  { isLive = false } = {},
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
