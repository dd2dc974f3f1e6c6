import { dayOf, type LastDay } from '@funnel/domain';

/** Today, until whenever somebody asks. Notes depend on the day, not on the hour: the same data has the same notes. */
export function untilNow(now: Date): LastDay {
  return { day: dayOf(now), isOver: false };
}
