import { randomUUID } from 'node:crypto';
import type { Database } from '@funnel/db';
import { type Day, dayOf, formatDay } from '@funnel/domain';
import { foldPending, recordEvents } from '@funnel/ingest';
import { say } from '../bench-context.ts';
import { newDatabase, withDatabase } from '../bench-database.ts';
import { loadCatalog, partId } from '../data/bench-data.ts';
import { FoldCost } from './fold-cost.ts';
import { migrateWithClock, setClock } from './simulated-clock.ts';
import { bytesOf, tableSizes } from './table-sizes.ts';
import { vacuumWhenDue } from './vacuum-when-due.ts';

/** A website with so many visitors a day, folded so often. */
export interface TrafficCase {
  visitors: number;
  folds: number;
  days: number;
}

/** What it took. */
export interface TrafficResult extends TrafficCase {
  events: number;
  rollups: number;
  /** Of one day with visitors. */
  rollupBytesPerDay: number;
  ledgerBytesPerEvent: number;
  pendingBytesPerEvent: number;
  /** Processor time of this process and of PostgreSQL; undefined where it cannot be read. */
  foldWorkerMs: number;
  foldPostgresMs: number | undefined;
  /** What PostgreSQL wrote to its log for one fold. */
  logBytesPerFold: number;
}

const DAY_MS = 86_400_000;
const EVENTS_AT_ONCE = 1_000;
/** Every visitor views; so many of a hundred do the rest. */
const SHARES = { view: 100, conversion: 20, submission: 10, order: 5 };

/** How much space and time the events of a website with one campaign take. */
export async function measureTraffic(
  databaseUrl: string,
  cases: readonly TrafficCase[],
): Promise<TrafficResult[]> {
  const results: TrafficResult[] = [];
  for (const [index, each] of cases.entries()) {
    say(`${each.visitors} visitors a day for ${each.days} days, folded ${each.folds} times a day`);
    const url = await migrateWithClock(await newDatabase(databaseUrl, `traffic_${index}`));
    const options = { maxConnections: 1 };
    results.push(await withDatabase(url, (database) => measureCase(database, each), options));
  }
  return results;
}

async function measureCase(database: Database, each: TrafficCase): Promise<TrafficResult> {
  const first = dayOf(new Date());
  const shape = { campaigns: 1, variants: 1, steps: 1, elements: 1 };
  await loadCatalog(database, 1, () => shape, new Date(first * DAY_MS));
  const cost = await FoldCost.of(database);
  let [events, pendingBytesPerEvent] = [0, 0];
  for (let day = first; day < first + each.days; day++) {
    const now = new Date((day + 1) * DAY_MS - 1);
    await setClock(database, now);
    const ofDay = eventsOf(each.visitors, day);
    const part = Math.ceil(ofDay.length / each.folds);
    for (let from = 0; from < ofDay.length; from += part) {
      const some = ofDay.slice(from, from + part);
      for (let at = 0; at < some.length; at += EVENTS_AT_ONCE)
        await recordEvents(database, some.slice(at, at + EVENTS_AT_ONCE), { now });
      if (events === 0) pendingBytesPerEvent = await bytesPerRow(database, 'pending_events');
      await cost.during(() => foldPending(database, { minEvents: 1 }));
      events += some.length;
    }
    await vacuumWhenDue(database);
  }
  const rollups = (await tableSizes(database)).find(({ name }) => name === 'rollups');
  if (!rollups) throw new Error('There is no table of rollups');
  return {
    ...each,
    events,
    rollups: rollups.rows,
    rollupBytesPerDay: bytesOf(rollups) / each.days,
    ledgerBytesPerEvent: await bytesPerRow(database, 'event_ledger'),
    pendingBytesPerEvent,
    ...cost.perFold(),
  };
}

/** In any order of types. */
function eventsOf(visitors: number, day: Day): object[] {
  return Array.from({ length: visitors }, (_, n) => {
    const visitor_token = randomUUID();
    return Object.entries(SHARES)
      .filter(([, share]) => n % 100 < share)
      .map(([type]) => ({
        event_id: randomUUID(),
        type,
        website_id: 1,
        element_id: partId(1, 0, 0, 0),
        visitor_token,
        occurred_at: `${formatDay(day)}T09:00:00Z`,
        ...(type === 'order' && { revenue: 24.9 }),
      }));
  }).flat();
}

async function bytesPerRow(database: Database, table: string): Promise<number> {
  const size = (await tableSizes(database)).find(({ name }) => name === table);
  return size && size.rows > 0 ? bytesOf(size) / size.rows : 0;
}
