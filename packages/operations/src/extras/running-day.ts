import { dayOf, formatDay, parseDay } from '@funnel/domain';
import type { Answered } from '../notes/note.ts';
import { windowOf } from '../notes/report-body.ts';
import type { Extras } from './extras.ts';

/** Today, if a series or the short lines include it: their points then still grow. */
export function runningDay({ body, background, now }: Answered): Pick<Extras, 'running_day'> {
  const { trends } = background;
  const window = windowOf(body) ?? (trends && { start: parseDay(trends.start), end: parseDay(trends.end) });
  const today = dayOf(now);
  if (!window || (!body.data?.timeseries && !trends)) return {};
  const { start = today + 1, end = today - 1 } = window;
  return start <= today && today <= end ? { running_day: formatDay(today) } : {};
}
