import { formatDay, type VisitorSecrets } from '@funnel/domain';
import type { Database } from '@funnel/db';
import { recordParsedEvents } from '@funnel/ingest';
import { DEMO_WEBSITES } from '../definitions/websites.ts';
import type { DemoCalendar } from '../generate/demo-calendar.ts';
import type { DemoEvent } from '../generate/demo-event.ts';
import { demoTraffic } from '../generate/demo-traffic.ts';

export interface TrafficOptions {
  days: number;
  onProgress?: (state: { done: number; total: number; text: string }) => void;
  signal?: AbortSignal;
  batchEvents?: number;
  visitorSecrets?: VisitorSecrets | undefined;
}

interface Batch {
  events: DemoEvent[];
  daysAgo: number;
}

const BATCH_EVENTS = 40_000;

/** Records the events, whole days at a time to update few buckets. Returns how many, earlier loads included. */
export async function recordTraffic(
  database: Database,
  calendar: DemoCalendar,
  { days, onProgress, signal, visitorSecrets, batchEvents = BATCH_EVENTS }: TrafficOptions,
): Promise<number> {
  let recorded = 0;
  await recordParsedEvents(database, batches(calendar, days, batchEvents), {
    signal,
    visitorSecrets,
    onRecorded({ events, daysAgo }) {
      recorded += events.length;
      const text = `${recorded} events, up to ${formatDay(calendar.today - daysAgo)}`;
      onProgress?.({ done: days - daysAgo, total: days, text });
    },
  });
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
