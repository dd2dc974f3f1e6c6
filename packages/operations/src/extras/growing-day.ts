import { dayOf, formatDay, type Window } from '@funnel/domain';
import type { ReportFacts } from '../findings/report-facts.ts';
import type { Extras } from './extras.ts';

/** Today, if the points of a series include it: they then still grow. */
export function growingPoint({ period, now }: ReportFacts): Pick<Extras, 'running_day'> {
  return period.series ? growingDay(period.window, now) : {};
}

/** Today, if these days include it. */
export function growingDay({ start, end }: Window, now: Date): Pick<Extras, 'running_day'> {
  const today = dayOf(now);
  return start <= today && today <= end ? { running_day: formatDay(today) } : {};
}
