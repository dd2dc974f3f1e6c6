import { dateText, dayOf } from '@funnel/domain';
import type { ReportFacts } from '../findings/report-facts.ts';
import type { Note } from './note.ts';

/** The window contains today, or days that have not come yet. `isDone`: no number of the answer grows any more. */
export function unfinishedWindow({ period, now }: ReportFacts, { isDone = false } = {}): Note[] {
  const { window, previous, series } = period;
  const today = dayOf(now);
  if (window.end < today) return [];
  const date = dateText(today, today);
  if (window.start > today)
    return [{ code: 'future_window', text: `The window has not begun: today is ${date} (UTC).` }];
  // The note on the last point says it, and so does the one on what is compared.
  if (series || previous || isDone) return [];
  const end = window.end > today ? `The window ends on ${dateText(window.end, today)}, but today` : 'Today';
  return [{ code: 'running_window', text: `${end} (${date}, UTC) is not over: the numbers still grow.` }];
}
