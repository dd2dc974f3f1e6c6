import type { Body } from '../bodies.ts';
import { el } from '../html.ts';
import type { PageContext } from '../page.ts';
import { inWindow } from '../question.ts';

const WINDOWS: readonly (readonly [string, string])[] = [
  ['last_7_days', 'Last 7 days'],
  ['last_30_days', 'Last 30 days'],
  ['last_90_days', 'Last 90 days'],
  ['last_365_days', 'Last 365 days'],
  ['this_week', 'This week'],
  ['this_month', 'This month'],
  ['this_quarter', 'This quarter'],
  ['this_year', 'This year'],
  ['all_time', 'All time'],
];
const OTHERS: Readonly<Record<string, string>> = {
  today: 'Today',
  last_24_hours: 'Last 24 hours',
  insights_week: 'Insights week',
  custom: 'Chosen days',
};

/** The days of a report, and a choice of others. */
export function windowPicker(body: Body, { format, open, question }: PageContext): Node[] {
  if (!('timeframe' in body)) return [];
  const { selected, range_start: start, range_end: end } = body.timeframe;
  const days = el('span', { class: 'days' }, format.days(start, end));
  const other = OTHERS[selected];
  const options = other === undefined ? WINDOWS : [[selected, other] as const, ...WINDOWS];
  if (!open) return [days];
  const select = el(
    'select',
    { 'aria-label': 'Days of the report', change: () => open(inWindow(question, select.value)) },
    ...options.map(([value, text]) => el('option', { value, selected: value === selected }, text)),
  );
  return [select, days];
}
