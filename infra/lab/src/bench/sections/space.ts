import { randomUUID } from 'node:crypto';
import type { Database } from '@funnel/db';
import { type Day, dayOf, formatDay } from '@funnel/domain';
import { foldPending, packLedger, packRollups, pruneLedger, recordEvents } from '@funnel/ingest';
import { loadCatalog, partId, range } from '../data/catalog.ts';
import { spreadOf } from '../measure/statistics.ts';
import { dropDatabase, newDatabase, withDatabase } from '../product/database.ts';
import { migrateWithClock, setClock } from '../product/simulated-clock.ts';
import { vacuumWhenDue } from '../product/vacuum-when-due.ts';
import type { Row } from '../report/table.ts';
import type { Stage } from '../stage.ts';

const DATABASE = 'space';
/** With fewer a day, the rows of a day outweigh its events. */
const VISITORS = 1_000;
/** Every visitor views; so many of a hundred do the rest. */
const SHARES = { view: 100, conversion: 20, submission: 10, order: 5 };
/** Its multiples are spread evenly, also over few visitors. */
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;
const MAX_BYTES = { totals: 65, ledger: 60 };
const TABLES = {
  totals: ['rollups'],
  ledger: ['event_ledger', 'packed_event_ids', 'packed_slices'],
};
const LEDGER_DAYS = 35;
const EVENTS_AT_ONCE = 1_000;
const DAY_MS = 86_400_000;

/** The space that an event takes: for good in the totals, for 35 days in the ledger. */
export async function measureSpace({ store, settings: { spaceDays } }: Stage): Promise<Row[]> {
  const url = await migrateWithClock(await newDatabase(store.serverUrl, DATABASE));
  try {
    return await withDatabase(url, (database) => measureDays(database, spaceDays), { maxConnections: 1 });
  } finally {
    await dropDatabase(store.serverUrl, DATABASE);
  }
}

async function measureDays(database: Database, days: number): Promise<Row[]> {
  const first = dayOf(new Date());
  const oneOfEach = { campaigns: 1, variants: 1, steps: 1, elements: 1 };
  await loadCatalog(database, 1, oneOfEach, new Date(first * DAY_MS));
  let events = 0;
  for (const day of range(days).map((n) => first + n)) events += await liveOneDay(database, day);
  const rowOf = async (name: keyof typeof MAX_BYTES, counted: number): Promise<Row> => ({
    what: `${name}, a website with one of each and ${VISITORS.toLocaleString('en')} visitors a day, an event`,
    unit: 'bytes',
    target: { atMost: MAX_BYTES[name] },
    measured: spreadOf([(await bytesOf(database, TABLES[name])) / counted]),
    detail: `${events.toLocaleString('en')} events on ${days} days`,
  });
  const remembered = (events / days) * Math.min(days, LEDGER_DAYS);
  return [await rowOf('totals', events), await rowOf('ledger', remembered)];
}

/** Records and folds the events of a day; then deletes and packs what is old, and vacuums when autovacuum would. */
async function liveOneDay(database: Database, day: Day): Promise<number> {
  const now = new Date((day + 1) * DAY_MS - 1);
  await setClock(database, now);
  const events = range(VISITORS).flatMap((n) => visitOf(n, `${formatDay(day)}T09:00:00Z`));
  for (let at = 0; at < events.length; at += EVENTS_AT_ONCE)
    await recordEvents(database, events.slice(at, at + EVENTS_AT_ONCE), { now });
  await foldPending(database, { minEvents: 1 });
  await vacuumWhenDue(database);
  await pruneLedger(database);
  await packLedger(database);
  const { failed } = await packRollups(database);
  if (failed.length > 0) throw failed[0]?.cause;
  await vacuumWhenDue(database);
  return events.length;
}

function visitOf(n: number, occurred_at: string): object[] {
  const visitor = { website_id: 1, element_id: partId(1, 0, 0, 0), visitor_token: randomUUID(), occurred_at };
  return Object.entries(SHARES)
    .filter(([, share]) => ((n * GOLDEN_RATIO) % 1) * 100 < share)
    .map(([type]) => ({
      event_id: randomUUID(),
      ...visitor,
      type,
      ...(type === 'order' && { revenue: 24.9 }),
    }));
}

async function bytesOf({ sql }: Database, tables: readonly string[]): Promise<number> {
  const [row] = await sql<{ bytes: number }[]>`
    select sum(pg_total_relation_size(to_regclass(name)))::float8 as bytes from unnest(${[...tables]}::text[]) name`;
  return row?.bytes ?? Number.NaN;
}
