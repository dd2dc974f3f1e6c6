import type { Connection, WebsiteFacts } from '@funnel/db';
import { BREAK_DAYS, type Counts, type Day } from '@funnel/domain';
import { readMetrics } from '@funnel/metrics';

/** The distinct viewers of steps on each of the last days until today. */
export async function readStepDays(
  connection: Connection,
  { website, today, ids }: { website: WebsiteFacts; today: Day; ids: readonly number[] },
): Promise<Counts[][]> {
  if (ids.length === 0) return [];
  const day = (date: Day) => ({ date, window: { start: date, end: date } });
  const buckets = Array.from({ length: BREAK_DAYS }, (_, index) => day(today - BREAK_DAYS + 1 + index));
  const metrics = await readMetrics(connection, {
    websites: [website],
    // Only the days are wanted; the window is one of them.
    period: {
      timeframe: 'custom',
      window: { start: today, end: today },
      previous: undefined,
      series: { groupBy: 'day', buckets },
      countType: 'distinct',
    },
    subjects: [{ level: 'step', ids, withSeries: true }],
    metrics: ['views'],
  });
  return ids.map((id) => metrics.series('step', id) ?? []);
}
