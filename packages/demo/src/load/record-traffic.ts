import { formatDay } from '@funnel/domain';
import type { Database } from '@funnel/db';
import { chainEvents, overlapped, recordChained } from '@funnel/ingest';
import { DEMO_WEBSITES } from '../definitions/websites.ts';
import type { DemoCalendar } from '../generate/demo-calendar.ts';
import type { DemoEvent } from '../generate/demo-event.ts';
import { demoTraffic } from '../generate/demo-traffic.ts';

export interface TrafficOptions {
  days: number;
  onProgress?: (state: { done: number; total: number; text: string }) => void;
  signal?: AbortSignal;
  batchEvents?: number;
}

interface Batch {
  events: DemoEvent[];
  /** Of its last day. */
  daysAgo: number;
}

const BATCH_EVENTS = 40_000;

/**
 * Counts the events in order of time, whole days to a batch, so that a batch touches few buckets; one batch
 * is claimed while the one before is added. Resolves with how many are counted, now or by an earlier load.
 */
export async function recordTraffic(
  database: Database,
  calendar: DemoCalendar,
  { days, onProgress, signal, batchEvents = BATCH_EVENTS }: TrafficOptions,
): Promise<number> {
  let recorded = 0;
  const record = async ({ events, daysAgo }: Batch, after: Promise<void>) => {
    const chained = await chainEvents(database.sql, events, (_, refusal) => {
      throw refusal;
    });
    await recordChained(database, chained, after);
    recorded += events.length;
    const text = `${recorded} events, up to ${formatDay(calendar.today - daysAgo)}`;
    onProgress?.({ done: days - daysAgo, total: days, text });
  };
  await overlapped(batches(calendar, days, batchEvents), record, signal);
  return recorded;
}

function* batches(calendar: DemoCalendar, days: number, batchEvents: number): Generator<Batch> {
  const traffic = demoTraffic(DEMO_WEBSITES, calendar);
  let events: DemoEvent[] = [];
  for (let daysAgo = days; daysAgo >= 0; daysAgo -= 1) {
    for (const event of traffic(daysAgo)) events.push(event);
    if (events.length < batchEvents && daysAgo > 0) continue;
    yield { events, daysAgo };
    events = [];
  }
}
