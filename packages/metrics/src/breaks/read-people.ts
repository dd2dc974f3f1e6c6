import type { Connection, WebsiteFacts } from '@funnel/db';
import {
  type CampaignBreak,
  type FoundBreak,
  type FoundStop,
  groupBy,
  type Level,
  previousWindow,
  type Stopped,
  stoppedWith,
  type Window,
} from '@funnel/domain';
import { type PeriodCounts, readMetrics } from '../read-metrics.ts';
import { periodOf } from '../slots/slots.ts';

/** Whose people are counted: all of a website, or campaigns or variants of it. */
interface Place {
  website: WebsiteFacts;
  level: Extract<Level, 'website' | 'campaign' | 'variant'>;
  /** The last day that counts. */
  last: number;
}

/**
 * Counts the people of breaks once, on whatever number of days they came: what everybody reads about a break, and what a report of its days shows.
 * A break that ended in events which are not in the sums of days yet is left out.
 */
export async function withPeople(
  connection: Connection,
  place: Place,
  found: readonly (FoundBreak & { id: number })[],
): Promise<(CampaignBreak & { id: number })[]> {
  // Mostly everything that breaks breaks on the same day.
  const byDay = [...groupBy(found, ({ day }) => day)];
  const counted = await Promise.all(
    byDay.map(async ([day, breaks]) => {
      const stops = breaks.filter(({ what }) => what !== 'views').map(({ id }) => id);
      const of = await readPeople(connection, place, { window: { start: day, end: place.last }, ids: stops });
      return breaks.flatMap(({ id, ...one }) => {
        const broken = 'daily' in one ? countedOnce(one, of(id)) : one;
        return broken ? [{ ...broken, id }] : [];
      });
    }),
  );
  return counted.flat();
}

function countedOnce(found: FoundStop, { current, previous }: PeriodCounts): Stopped | undefined {
  const since = { count: current[found.what], of: current.views };
  return stoppedWith(found, { since, before: previous?.[found.what] ?? 0 });
}

/** The people of some days, and of as many days before. */
export async function readPeople(
  connection: Connection,
  { website, level }: Place,
  { window, ids }: { window: Window; ids: readonly number[] },
): Promise<(id: number) => PeriodCounts> {
  const metrics = await readMetrics(connection, {
    websites: [website],
    period: periodOf(window, { previous: previousWindow(window) }),
    subjects: ids.length > 0 ? [{ level, ids }] : [],
    metrics: ['views', 'conversions', 'submissions', 'completions'],
  });
  return (id) => metrics.of(level, id);
}
