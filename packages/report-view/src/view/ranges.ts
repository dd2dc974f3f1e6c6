import { daysBetween } from './format.ts';

/** Days, both ends included: YYYY-MM-DD. */
export interface Range {
  start: string;
  end: string;
}

const DAY_MS = 86_400_000;
const WEEK = 7;

/**
 * The days that stand behind a chart. They are whole weeks earlier, so that Mondays stand behind Mondays; months are those of
 * the year before. None where a chart is longer than that.
 */
export function earlierDays(
  start: string,
  end: string,
  groupBy: string,
): { range: Range; label: string } | undefined {
  const days = daysBetween(start, end);
  if (groupBy === 'day' || groupBy === 'week') {
    const weeks = Math.ceil(days / WEEK);
    const label = weeks === 1 ? 'The week before' : `${weeks} weeks before`;
    return { range: { start: shifted(start, -WEEK * weeks), end: shifted(end, -WEEK * weeks) }, label };
  }
  if (days > 366) return undefined;
  return { range: { start: yearBefore(start), end: yearBefore(end) }, label: 'A year before' };
}

/** A window in parts of at most three whole months, which begin and end with a month where the window does not. */
export function quarters(start: string, end: string): Range[] {
  const last = end.slice(0, 10);
  const found: Range[] = [];
  for (let from = start.slice(0, 10); from <= last; ) {
    const [year, month] = from.split('-').map(Number) as [number, number];
    const next = new Date(Date.UTC(year, month - 1 + 3, 1));
    const until = dayOf(next.getTime() - DAY_MS);
    found.push({ start: from, end: until < last ? until : last });
    from = dayOf(next.getTime());
  }
  return found;
}

function shifted(date: string, days: number): string {
  return dayOf(Date.parse(date.slice(0, 10)) + days * DAY_MS);
}

/** 29 February becomes 28 February. */
function yearBefore(date: string): string {
  const [year = '', month = '', day = ''] = date.slice(0, 10).split('-');
  return `${Number(year) - 1}-${month}-${month === '02' && day === '29' ? '28' : day}`;
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
