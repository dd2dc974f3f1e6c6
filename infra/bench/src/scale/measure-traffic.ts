import type { Database } from '@funnel/db';
import { dayOf } from '@funnel/domain';
import { foldPending, packLedger, packRollups, pruneLedger, recordEvents } from '@funnel/ingest';
import { say } from '../bench-context.ts';
import { newDatabase, withDatabase } from '../bench-database.ts';
import { loadCatalog } from '../data/bench-data.ts';
import { FoldCost } from './fold-cost.ts';
import { migrateWithClock, setClock } from './simulated-clock.ts';
import { bytesOf, tableSizes } from './table-sizes.ts';
import { vacuumWhenDue } from './vacuum-when-due.ts';
import { SHAPES, visitsOfDay, type Website } from './visits.ts';

/** A website with so many visitors a day, folded so often a day, for so many days. */
export interface TrafficCase {
  website: Website;
  visitors: number;
  folds: number;
  days: number;
}

/** What it took. */
export interface TrafficResult extends TrafficCase {
  events: number;
  rollups: number;
  /** Table, indexes and long values at the end, divided by the days and by the events. */
  totalsBytesPerDay: number;
  totalsBytesPerEvent: number;
  /** Of the ledger and the packed ids, for an event of the last 35 days. */
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
const LEDGER_DAYS = 35;

/** What the totals of a website take at the end: table, indexes and long values, divided by the days and by the events. */
export type SpaceResult = Pick<
  TrafficResult,
  | 'website'
  | 'visitors'
  | 'days'
  | 'folds'
  | 'events'
  | 'rollups'
  | 'totalsBytesPerDay'
  | 'totalsBytesPerEvent'
  | 'ledgerBytesPerEvent'
>;

/** How much time and space the events of a website take. Each day its totals are packed, and tables vacuumed when autovacuum would. */
export async function measureTraffic(
  databaseUrl: string,
  cases: readonly TrafficCase[],
): Promise<TrafficResult[]> {
  const results: TrafficResult[] = [];
  for (const each of cases) results.push(await measureOne(databaseUrl, each));
  return results;
}

/** Only the space, of both websites side by side: time cannot be measured meanwhile, but it is half as long. */
export async function measureSpace(
  databaseUrl: string,
  cases: readonly TrafficCase[],
): Promise<SpaceResult[]> {
  const series = Object.keys(SHAPES).map((name) => cases.filter(({ website }) => website === name));
  const results = await Promise.all(series.map((some) => measureTraffic(databaseUrl, some)));
  return results
    .flat()
    .map(
      ({ pendingBytesPerEvent: _p, foldWorkerMs: _w, foldPostgresMs: _m, logBytesPerFold: _l, ...space }) =>
        space,
    );
}

async function measureOne(databaseUrl: string, each: TrafficCase): Promise<TrafficResult> {
  const { website, visitors, days, folds } = each;
  say(`${website}, ${visitors} visitors a day for ${days} days, folded ${folds} times a day`);
  const name = `traffic_${website.replaceAll(' ', '_')}_${visitors}_${folds}`;
  const url = await migrateWithClock(await newDatabase(databaseUrl, name));
  return withDatabase(url, (database) => measureCase(database, each), { maxConnections: 1 });
}

async function measureCase(database: Database, each: TrafficCase): Promise<TrafficResult> {
  const first = dayOf(new Date());
  await loadCatalog(database, 1, () => SHAPES[each.website], new Date(first * DAY_MS));
  const cost = await FoldCost.of(database);
  let [events, pendingBytesPerEvent] = [0, 0];
  for (let day = first; day < first + each.days; day++) {
    const now = new Date((day + 1) * DAY_MS - 1);
    await setClock(database, now);
    const ofDay = visitsOfDay(each.website, each.visitors, day);
    const part = Math.ceil(ofDay.length / each.folds);
    for (let from = 0; from < ofDay.length; from += part) {
      const some = ofDay.slice(from, from + part);
      for (let at = 0; at < some.length; at += EVENTS_AT_ONCE)
        await recordEvents(database, some.slice(at, at + EVENTS_AT_ONCE), { now });
      if (events === 0) pendingBytesPerEvent = await bytesPerRow(database, 'pending_events');
      await cost.during(() => foldPending(database, { minEvents: 1 }));
      events += some.length;
      await vacuumWhenDue(database);
    }
    await pruneLedger(database);
    await packLedger(database);
    const { failed } = await packRollups(database);
    if (failed.length > 0) throw failed[0]?.cause;
    await vacuumWhenDue(database);
  }
  const rollups = (await tableSizes(database)).find(({ name }) => name === 'rollups');
  if (!rollups) throw new Error('There is no table of rollups');
  return {
    ...each,
    events,
    rollups: rollups.rows,
    totalsBytesPerDay: bytesOf(rollups) / each.days,
    totalsBytesPerEvent: bytesOf(rollups) / events,
    ledgerBytesPerEvent:
      (await ledgerBytes(database)) / ((events / each.days) * Math.min(each.days, LEDGER_DAYS)),
    pendingBytesPerEvent,
    ...cost.perFold(),
  };
}

async function ledgerBytes(database: Database): Promise<number> {
  const ofLedger = ['event_ledger', 'packed_event_ids', 'packed_slices'];
  const sizes = (await tableSizes(database)).filter(({ name }) => ofLedger.includes(name));
  return sizes.reduce((sum, size) => sum + bytesOf(size), 0);
}

async function bytesPerRow(database: Database, table: string): Promise<number> {
  const size = (await tableSizes(database)).find(({ name }) => name === table);
  return size && size.rows > 0 ? bytesOf(size) / size.rows : 0;
}
