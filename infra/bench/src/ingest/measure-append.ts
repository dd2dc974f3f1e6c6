import { randomBytes } from 'node:crypto';
import { migrateDatabase } from '@funnel/admin';
import { type Database, openDatabase } from '@funnel/db';
import { importCatalog, recordEvents } from '@funnel/ingest';
import { quantile, ratios, spreadOf } from '../performance/measure/statistics.ts';
import { inTurns, timeOf } from '../performance/measure/turns.ts';
import type { Row } from '../performance/report/row.ts';
import { formatValue } from '../performance/report/table.ts';
import { say } from '../performance/say.ts';
import { catalogOf, newEvents, type SentEvent } from './events.ts';
import { PlainTable } from './plain-table.ts';

interface Case {
  batch: number;
  websites: number;
  connections: number;
  /** Events in one round. */
  events: number;
  atLeastOfInsert: number;
  atLeastPerSecond?: number;
}

const CAMPAIGNS = 20;
const MANY = 1_000;
const WEBSITES = 1_000;
const CASES: readonly Case[] = [
  { batch: 1, websites: 1, connections: 1, events: 400, atLeastOfInsert: 0.5 },
  { batch: 1, websites: 1, connections: 16, events: 1_600, atLeastOfInsert: 0.5 },
  { batch: 1, websites: WEBSITES, connections: 16, events: 1_600, atLeastOfInsert: 0.5 },
  { batch: 100, websites: 1, connections: 1, events: 10_000, atLeastOfInsert: 0.3, atLeastPerSecond: 10_000 },
  {
    batch: 100,
    websites: 1,
    connections: 16,
    events: 20_000,
    atLeastOfInsert: 0.3,
    atLeastPerSecond: 10_000,
  },
  {
    batch: 10_000,
    websites: WEBSITES,
    connections: 1,
    events: 20_000,
    atLeastOfInsert: 0.3,
    atLeastPerSecond: 10_000,
  },
];

/** Recording events as they happen, compared with inserting them into a plain table. */
export async function measureAppend(databaseUrl: string, rounds: number): Promise<Row[]> {
  await migrateDatabase(databaseUrl);
  // As the event intake connects.
  const options = { applicationName: 'funnel-bench', maxConnections: 16, reusePlans: true };
  const database = openDatabase({ url: databaseUrl, ...options });
  try {
    const encryptionKey = new Uint8Array(randomBytes(32));
    await importCatalog(database, catalogOf(WEBSITES, CAMPAIGNS), { encryptionKey, now: new Date() });
    const plain = new PlainTable(database);
    await plain.create();
    const rows: Row[] = [];
    for (const each of CASES) rows.push(...(await measureCase(database, plain, each, rounds)));
    return rows;
  } finally {
    await database.close();
  }
}

async function measureCase(
  database: Database,
  plain: PlainTable,
  each: Case,
  rounds: number,
): Promise<Row[]> {
  const { batch, websites, connections, events } = each;
  const title = `recording in batches of ${batch.toLocaleString('en')}, ${websites === 1 ? 'one website' : `${websites.toLocaleString('en')} websites`}, ${connections === 1 ? 'one connection' : `${connections} connections`}`;
  say(title);
  const pace = async (write: (some: readonly SentEvent[]) => Promise<unknown>) => {
    const sent = newEvents(events, { websites, campaigns: CAMPAIGNS });
    return (events * 1000) / (await timeOf(() => inBatches(sent, batch, connections, write)));
  };
  const paces = await inTurns(
    {
      product: async () => {
        await database.sql.unsafe('truncate pending_events');
        return pace((some) => recordEvents(database, some, { now: new Date() }));
      },
      insert: async () => {
        await plain.empty();
        return pace((some) => plain.insert(some));
      },
      // A COPY of few events is slower than an insert.
      copy: async () => {
        if (batch < MANY) return Number.NaN;
        await plain.empty();
        return pace((some) => plain.copy(some));
      },
    },
    { rounds, warmUps: 1 },
  );
  const median = (values: readonly number[]) => formatValue(quantile(values, 0.5), 'events/s');
  const copied = batch < MANY ? '' : `; COPY ${median(paces.copy)}`;
  const detail = `${median(paces.product)} against ${median(paces.insert)}${copied}`;
  const rows: Row[] = [
    {
      what: `${title}, pace`,
      against: 'inserts into a plain table',
      unit: 'times',
      target: { atLeast: each.atLeastOfInsert },
      measured: spreadOf(ratios(paces.product, paces.insert)),
      detail,
    },
  ];
  if (each.atLeastPerSecond)
    rows.push({
      what: title,
      against: '',
      unit: 'events/s',
      target: { atLeast: each.atLeastPerSecond },
      measured: spreadOf(paces.product),
      detail: '',
    });
  return rows;
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
