import { migrateDatabase } from '@funnel/admin';
import type { Database } from '@funnel/db';
import { recordEvents } from '@funnel/ingest';
import { say } from '../../trial.ts';
import type { Stage } from '../stage.ts';
import { dropDatabase, newDatabase, withDatabase } from '../product/database.ts';
import { loadCatalog, newEvents, type SentEvent } from '../data/catalog.ts';
import { spreadOf } from '../measure/statistics.ts';
import { inTurns, timeOf } from '../measure/turns.ts';
import { ratioRow, type Row } from '../report/table.ts';

interface Case {
  batch: number;
  websites: number;
  connections: number;
  /** Events in one round. */
  events: number;
  atLeastOfInsert: number;
}

const DATABASE = 'append';
const CAMPAIGNS = 20;
const WEBSITES = 1_000;
const CASES: readonly Case[] = [
  { batch: 1, websites: 1, connections: 1, events: 400, atLeastOfInsert: 0.5 },
  { batch: 1, websites: 1, connections: 16, events: 1_600, atLeastOfInsert: 0.5 },
  { batch: 1, websites: WEBSITES, connections: 16, events: 1_600, atLeastOfInsert: 0.5 },
  { batch: 100, websites: 1, connections: 1, events: 10_000, atLeastOfInsert: 0.3 },
  { batch: 100, websites: 1, connections: 16, events: 20_000, atLeastOfInsert: 0.3 },
  { batch: 10_000, websites: WEBSITES, connections: 1, events: 20_000, atLeastOfInsert: 0.3 },
];
/** Of batches with more than one event. */
const AT_LEAST_PER_SECOND = 10_000;

/** Recording events as they happen, compared with inserting them into a plain table. */
export async function measureAppend({ store, settings }: Stage): Promise<Row[]> {
  const url = await newDatabase(store.serverUrl, DATABASE);
  await migrateDatabase(url);
  const rows = await withDatabase(
    url,
    async (database) => {
      await loadCatalog(database, WEBSITES, { campaigns: CAMPAIGNS });
      await database.sql.unsafe(`
        create table plain_events (event_id uuid not null, type text not null, website_id int not null,
          campaign_id int, visitor_token uuid not null, occurred_at timestamptz not null, revenue numeric(20, 2))`);
      const measured: Row[] = [];
      for (const each of CASES) measured.push(...(await measureCase(database, each, settings)));
      return measured;
    },
    // As the event intake connects.
    { maxConnections: 16, reusePlans: true },
  );
  await dropDatabase(store.serverUrl, DATABASE);
  return rows;
}

async function measureCase(
  database: Database,
  each: Case,
  { rounds, appendShare }: Stage['settings'],
): Promise<Row[]> {
  const { batch, websites, connections } = each;
  const events = Math.max(batch, each.events * appendShare);
  const title = `recording in batches of ${batch.toLocaleString('en')}, ${websites === 1 ? 'one website' : `${websites.toLocaleString('en')} websites`}, ${connections === 1 ? 'one connection' : `${connections} connections`}`;
  say(title);
  const paceInto = async (table: string, write: (some: readonly SentEvent[]) => Promise<unknown>) => {
    await database.sql.unsafe(`truncate ${table}`);
    const sent = newEvents(events, { websites, campaigns: CAMPAIGNS });
    return (events * 1000) / (await timeOf(() => inBatches(sent, batch, connections, write)));
  };
  const paces = await inTurns(
    {
      product: () => paceInto('pending_events', (some) => recordEvents(database, some, { now: new Date() })),
      insert: () => paceInto('plain_events', (some) => insertPlain(database, some)),
    },
    { rounds, warmUps: 1 },
  );
  const about = {
    what: `${title}, pace`,
    against: 'inserts into a plain table',
    target: { atLeast: each.atLeastOfInsert },
  };
  const compared = ratioRow(about, paces.product, paces.insert, 'events/s');
  if (batch === 1) return [compared];
  return [
    compared,
    {
      what: title,
      unit: 'events/s',
      target: { atLeast: AT_LEAST_PER_SECOND },
      measured: spreadOf(paces.product),
    },
  ];
}

/** The same events into a plain table without any index, in one statement: what recording is compared with. */
async function insertPlain({ sql }: Database, events: readonly SentEvent[]): Promise<void> {
  const column = (name: keyof SentEvent) => `{${events.map((event) => event[name] ?? 'NULL').join(',')}}`;
  await sql.unsafe(
    `insert into plain_events
     select * from unnest($1::text::uuid[], $2::text::text[], $3::text::int[], $4::text::int[], $5::text::uuid[],
       $6::text::timestamptz[], $7::text::numeric[])`,
    (
      ['event_id', 'type', 'website_id', 'campaign_id', 'visitor_token', 'occurred_at', 'revenue'] as const
    ).map(column),
    { prepare: true },
  );
}

/** Each connection takes the next batch as soon as it is free. */
async function inBatches(
  events: readonly SentEvent[],
  size: number,
  connections: number,
  write: (some: readonly SentEvent[]) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const work = async () => {
    while (next < events.length) {
      const from = next;
      next += size;
      await write(events.slice(from, from + size));
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
}
