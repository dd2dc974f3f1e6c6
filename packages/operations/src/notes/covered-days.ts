import { parseDay, dateText, dayOf } from '@funnel/domain';
import type { Answered, Note } from './note.ts';
import { quoted } from './words.ts';

/** Where all_time begins, and which days the insights week has. */
export function coveredDays(answered: Answered): Note[] {
  const { body, now } = answered;
  const { selected, range_start } = body.timeframe ?? {};
  if (selected === 'all_time')
    return [
      {
        code: 'all_time_start',
        text: `All time begins on ${dateText(parseDay(range_start?.slice(0, 10) ?? '') ?? 0, dayOf(now))}, ${firstDay(answered)}.`,
      },
    ];
  const monday = parseDay(
    body.data?.week ?? (selected === 'insights_week' ? range_start?.slice(0, 10) : '') ?? '',
  );
  if (monday === undefined) return [];
  const days = `Monday, ${dateText(monday, dayOf(now))}, to Sunday, ${dateText(monday + 6, dayOf(now))}`;
  const text = `The insights week is ${days}; its metrics are frozen as of its snapshot.${live(answered, monday)}`;
  return [{ code: 'insights_week', text }];
}

function firstDay({ websites }: Answered): string {
  const isEmpty = websites.every(({ lastDay }) => lastDay === undefined);
  if (websites.length > 1) return 'the earliest first day of these websites';
  return isEmpty ? 'the day the website was created: nothing is recorded yet' : 'the first recorded day';
}

/** What is not frozen. */
function live({ body, websites }: Answered, monday: number): string {
  const { timeseries, fields } = body.data ?? {};
  if (timeseries || fields) return ' Series, fields and products are live.';
  const unfrozen = websites.filter(({ insightsWeek }) => insightsWeek !== monday);
  if (unfrozen.length === 0) return '';
  const names = unfrozen.slice(0, 3).map(({ name }) => quoted(name));
  const more = unfrozen.length > names.length ? ` and ${unfrozen.length - names.length} more` : '';
  return ` Live instead: ${names.join(', ')}${more}, without a snapshot of that week.`;
}
