import type { Connection, WebsiteFacts } from '@funnel/db';
import { type Metrics, readMetrics } from '@funnel/metrics';
import { type Level, resolvePeriod } from '@funnel/domain';

/** Reads the all-time distinct views, conversions and completions of whole levels of a website. */
export function readAllTimeCounts(
  connection: Connection,
  { website, now, levels }: { website: WebsiteFacts; now: Date; levels: readonly Level[] },
): Promise<Metrics> {
  return readMetrics(connection, {
    websites: [website],
    period: resolvePeriod({ selection: { timeframe: 'all_time' } }, { facts: website, now }),
    subjects: levels.map((level) => ({ level, ids: 'all' })),
    metrics: ['views', 'conversions', 'completions'],
  });
}
