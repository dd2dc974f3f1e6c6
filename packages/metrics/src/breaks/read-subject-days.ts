import type { Connection, WebsiteFacts } from '@funnel/db';
import { BREAK_DAYS, type Counts, type Day } from '@funnel/domain';
import { readMetrics } from '../read-metrics.ts';
import { periodOf } from '../slots/slots.ts';

/** The distinct visitors of subjects on each of the days until `last` that a break is looked for in. */
export async function readSubjectDays(
  connection: Connection,
  {
    website,
    last,
    level,
    ids,
  }: { website: WebsiteFacts; last: Day; level: 'variant' | 'step'; ids: readonly number[] },
): Promise<Counts[][]> {
  if (ids.length === 0) return [];
  const day = (date: Day) => ({ date, window: { start: date, end: date } });
  const buckets = Array.from({ length: BREAK_DAYS }, (_, index) => day(last - BREAK_DAYS + 1 + index));
  const metrics = await readMetrics(connection, {
    websites: [website],
    // Only the days are wanted; the window is one of them.
    period: periodOf({ start: last, end: last }, { series: { groupBy: 'day', buckets } }),
    subjects: [{ level, ids, withSeries: true }],
    metrics: ['views', 'conversions', 'submissions', 'completions'],
  });
  return ids.map((id) => metrics.series(level, id) ?? []);
}
