import { dayOf, formatDay, parseDay } from '@funnel/domain';
import type { Answered } from '../notes/note.ts';
import { isOfArchived, windowOf } from '../notes/report-body.ts';
import type { Extras } from './extras.ts';

/** Today, if a series or the short lines include it: their points then still grow. */
export function runningDay(answered: Answered): Pick<Extras, 'running_day'> {
  const { body, background, now } = answered;
  const { trends } = background;
  const window = windowOf(body) ?? (trends && { start: parseDay(trends.start), end: parseDay(trends.end) });
  const today = dayOf(now);
  if (!window || (!body.data?.timeseries && !trends) || isOfArchived(answered)) return {};
  const { start = today + 1, end = today - 1 } = window;
  return start <= today && today <= end ? { running_day: formatDay(today) } : {};
}
