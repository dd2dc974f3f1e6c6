import type { Connection, WebsiteFacts } from '@funnel/db';
import type { Level, Period } from '@funnel/domain';
import { readMetrics } from '@funnel/metrics';
import { type ChangeParts, splitChange, splitRate } from '../notes/change-parts.ts';

interface ChangeQuery {
  website: WebsiteFacts;
  period: Period;
  whole: { level: Level; id: number };
  parts: { level: 'campaign'; ids: 'all' } | { level: 'variant'; ids: readonly number[] };
  /** Names the parts that the notes mention. */
  nameParts: (ids: readonly number[]) => Promise<ReadonlyMap<number, string>>;
}

/** Reads what a change comes from. Only sums of events add up, so totals are read, whatever the report counts. */
export async function readChangeParts(
  connection: Connection,
  { website, period, whole, parts, nameParts }: ChangeQuery,
): Promise<ChangeParts | undefined> {
  if (!period.previous) return undefined;
  const metrics = await readMetrics(connection, {
    websites: [website],
    period: { ...period, series: undefined, countType: 'total' },
    subjects: [{ level: whole.level, ids: [whole.id] }, parts],
    metrics: ['views', 'conversions', 'orders', 'revenue'],
  });
  const active = new Set(
    (['current', 'previous'] as const).flatMap((name) => metrics.active(parts.level, name)),
  );
  const counted = [...active].map((id) => ({ id, ...metrics.of(parts.level, id) }));
  const all = metrics.of(whole.level, whole.id);
  const sums = {
    revenue: splitChange('revenue', all, counted),
    orders: splitChange('orders', all, counted),
    conversions: splitChange('conversions', all, counted),
  };
  const mentioned = Object.values(sums).flatMap(({ largest }) => largest.map(({ id }) => id));
  return {
    kind: parts.level === 'campaign' ? 'campaigns' : 'variants',
    sums,
    rate: splitRate(all, counted),
    names: await nameParts([...new Set(mentioned)]),
  };
}
