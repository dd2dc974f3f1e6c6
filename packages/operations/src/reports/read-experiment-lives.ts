import type { Connection, WebsiteFacts } from '@funnel/db';
import { type Day, dayOf, type Window } from '@funnel/domain';
import { readFirstDays, readMetrics } from '@funnel/metrics';

/** How an experiment went since all of its variants were shown. */
export interface ExperimentLife {
  /** From the first day on which all of its variants were viewed until today. */
  days: Window;
  /** By variant, over these days. */
  variants: ReadonlyMap<number, { viewers: number; converted: number; orders: number }>;
  /** Viewers of all variants together in a week, as of the last two. */
  weeklyViewers: number;
}

interface Question {
  website: WebsiteFacts;
  now: Date;
  /** The variants of each experiment that get traffic. */
  experiments: readonly (readonly number[])[];
}

const RECENT_DAYS = 14;

/**
 * Reads the whole lives of experiments, by their first variant: a verdict that is read every day holds only for all viewers since the
 * beginning, not for a window that moves on. An experiment whose variants were not all shown yet has none.
 */
export async function readExperimentLives(
  connection: Connection,
  { website, now, experiments }: Question,
): Promise<Map<number, ExperimentLife>> {
  const testing = experiments.filter((ids) => ids.length > 1);
  const today = dayOf(now);
  const firstDays = await readFirstDays(connection, { website, level: 'variant', ids: testing.flat() });
  const starts = testing.map((ids) => ({ ids, start: startOf(ids, firstDays) }));
  const begun = starts.flatMap(({ ids, start }) =>
    start === undefined || start > today ? [] : [{ ids, days: { start, end: today } }],
  );
  // Sent together; experiments that began on the same day could share a read, but few do.
  const lives = await Promise.all(begun.map((experiment) => readLife(connection, website, experiment)));
  return new Map(lives.map((life, index) => [begun[index]?.ids[0] ?? 0, life]));
}

/** The first day of the youngest variant. */
function startOf(ids: readonly number[], firstDays: ReadonlyMap<number, Day>): Day | undefined {
  const days = ids.flatMap((id) => firstDays.get(id) ?? []);
  return days.length < ids.length ? undefined : Math.max(...days);
}

async function readLife(
  connection: Connection,
  website: WebsiteFacts,
  { ids, days }: { ids: readonly number[]; days: Window },
): Promise<ExperimentLife> {
  const recent = { start: Math.max(days.start, days.end - RECENT_DAYS), end: days.end - 1 };
  const metrics = await readMetrics(connection, {
    websites: [website],
    period: {
      timeframe: 'custom',
      window: days,
      // Complete days only; the first day of an experiment has none.
      previous: recent.end < recent.start ? undefined : recent,
      series: undefined,
      countType: 'distinct',
    },
    subjects: [{ level: 'variant', ids }],
    metrics: ['views', 'conversions', 'orders'],
  });
  const counts = ids.map((id) => ({ id, ...metrics.of('variant', id) }));
  const recentViewers = counts.reduce((sum, { previous }) => sum + (previous?.views ?? 0), 0);
  return {
    days,
    variants: new Map(
      counts.map(({ id, current: { views, conversions, orders } }) => [
        id,
        { viewers: views, converted: conversions, orders },
      ]),
    ),
    weeklyViewers: (7 * recentViewers) / Math.max(1, recent.end - recent.start + 1),
  };
}
