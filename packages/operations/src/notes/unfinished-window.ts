import { dayOf, dateText } from '@funnel/domain';
import type { Answered, Note } from './note.ts';
import { isCompared, isOfArchived, windowOf } from './report-body.ts';

/** The window contains today, or days that have not come yet. */
export function unfinishedWindow(answered: Answered): Note[] {
  const { body, now } = answered;
  const window = windowOf(body);
  const today = dayOf(now);
  if (!window || window.end < today) return [];
  const date = dateText(today, dayOf(now));
  if (window.start > today)
    return [{ code: 'future_window', text: `The window has not begun: today is ${date} (UTC).` }];
  const end =
    window.end > today ? `The window ends on ${dateText(window.end, dayOf(now))}, but today` : 'Today';
  // The note on the last point says it; and of an empty list nothing grows.
  const isEmpty = body.data?.experiments?.length === 0;
  // So does the note on what is compared.
  if (body.data?.timeseries || isCompared(body) || isEmpty || isOfArchived(answered)) return [];
  return [{ code: 'running_window', text: `${end} (${date}, UTC) is not over: the numbers still grow.` }];
}
