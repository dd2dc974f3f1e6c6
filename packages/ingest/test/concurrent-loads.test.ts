import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Readable } from 'node:stream';
import { type Database, openDatabase } from '@funnel/db';
import { Chance, createTestDatabase, inTime, newVisitorToken, type TestDatabase } from '@funnel/testing';
import { foldPending, ingest, type IngestSummary, recordEvents } from '../src/index.ts';
import { importTwoWebsites } from './support/catalog.ts';
import { NOW } from './support/events.ts';
import { recountRollups, type SmallEvent, storedRollups } from './support/recount-rollups.ts';
import { whoWaits } from './support/who-waits.ts';

/**
 * LOAD_RUNS=500 runs that many random loads instead of a few: one to two minutes. LOAD_SEED=7 begins with the seed that a
 * failure names; each run has the next seed.
 */
const RUNS = Number(process.env['LOAD_RUNS'] ?? 6);
const FIRST_SEED = Number(process.env['LOAD_SEED'] ?? 1);
/** A run takes less than a second. */
const RUN_DEADLINE_MS = 60_000;
const MAX_LOADERS = 4;
const WEBSITES = [1, 2];
const DAYS = ['2025-12-31', '2026-11-09', '2026-11-10', '2026-11-13'];
const TYPES = ['view', 'conversion', 'completion', 'submission', 'subscribe', 'order'];

let testDatabase: TestDatabase;
let database: Database;
let loaders: Database[];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
  await importTwoWebsites(database);
  // Like those of the command.
  loaders = Array.from({ length: MAX_LOADERS }, (_, n) =>
    openDatabase({ url: testDatabase.url, applicationName: `loader-${n + 1}`, maxConnections: 2 }),
  );
});
afterAll(async () => {
  await Promise.all(loaders.map((loader) => loader.close()));
  await testDatabase.drop();
});

test(
  'files with repeats anywhere, loaded by one to four processes beside intake and folding, end and count exactly',
  async () => {
    for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1) await loadAtRandom(seed);
  },
  RUNS * RUN_DEADLINE_MS,
);

async function loadAtRandom(seed: number): Promise<void> {
  const chance = new Chance(seed);
  await database.sql.unsafe('truncate rollups, event_ledger, pending_events');
  const batchEvents = chance.whole(1, 50);
  const events = someEvents(chance, batchEvents * chance.whole(1, 5));
  const lines = withRepeats(chance, events, batchEvents);
  const loads = loaders.slice(0, chance.whole(1, MAX_LOADERS)).map((loader, n) =>
    // Most loaders of a file have the same settings; some have others.
    load(loader, lines, n > 0 && chance.unit() < 0.3 ? chance.whole(1, 50) : batchEvents),
  );
  const over = new AbortController();
  const others = [
    ...(chance.unit() < 0.7 ? [take(lines, chance.whole(1, 40))] : []),
    ...(chance.unit() < 0.7 ? [foldUntil(over.signal)] : []),
  ];
  try {
    const summaries = await inTime(Promise.all(loads), RUN_DEADLINE_MS);
    over.abort();
    const recorded = (await inTime(Promise.all(others), RUN_DEADLINE_MS)).reduce((a, b) => a + b, 0);
    for (const { read, refused } of summaries) expect([read, refused]).toEqual([lines.length, 0]);
    expect(recorded + summaries.reduce((sum, summary) => sum + summary.new, 0)).toBe(events.length);
    while ((await foldPending(database, { minEvents: 1 })).events > 0);
    expect(await storedRollups(database)).toEqual(recountRollups(events));
  } catch (error) {
    over.abort();
    for (const each of [...loads, ...others]) each.catch(() => {});
    throw new Error(`LOAD_SEED=${seed} failed. Who waits for whom: ${await whoWaits(database)}`, {
      cause: error,
    });
  }
}

function load(loader: Database, lines: readonly SmallEvent[], batchEvents: number): Promise<IngestSummary> {
  const chunks = Readable.from(lines.map((line) => Buffer.from(`${JSON.stringify(line)}\n`)));
  return ingest(loader, chunks, { now: () => NOW, batchEvents, onRefused: async () => {} });
}

/** The event intake receives the same events, in batches that share statements and in larger ones. */
async function take(lines: readonly SmallEvent[], size: number): Promise<number> {
  let sum = 0;
  for (let from = 0; from < lines.length; from += 2 * size) {
    const halves = [lines.slice(from, from + size), lines.slice(from + size, from + 2 * size)];
    const taken = await Promise.all(halves.map((half) => recordEvents(database, half, { now: NOW })));
    sum += taken.reduce((a, { recorded }) => a + recorded, 0);
  }
  return sum;
}

async function foldUntil(signal: AbortSignal): Promise<number> {
  while (!signal.aborted) await foldPending(database, { minEvents: 1 });
  return 0;
}

function someEvents(chance: Chance, count: number): SmallEvent[] {
  const visitors = Array.from({ length: 20 }, newVisitorToken);
  return Array.from({ length: count }, () => {
    const website = oneOf(chance, WEBSITES);
    const type = oneOf(chance, TYPES);
    return {
      event_id: idOf(chance),
      type,
      website_id: website,
      ...(chance.unit() < 0.5 ? { campaign_id: website } : {}),
      visitor_token: oneOf(chance, visitors),
      occurred_at: `${oneOf(chance, DAYS)}T10:00:00Z`,
      ...(type === 'order' ? { revenue: chance.whole(0, 9_999) / 100 } : {}),
    };
  });
}

/** Repeats of the same batch, of its neighbours and of any other. */
function withRepeats(chance: Chance, events: readonly SmallEvent[], batchEvents: number): SmallEvent[] {
  const share = chance.unit() * 0.6;
  const lines: SmallEvent[] = [];
  for (const event of events) {
    lines.push(event);
    while (chance.unit() < share) {
      const reach = oneOf(chance, [batchEvents, 2 * batchEvents, lines.length]);
      lines.push(lines[Math.max(0, lines.length - chance.whole(1, reach))] ?? event);
    }
  }
  return lines;
}

/** A random id: the order of the ids in the ledger is not that of the lines. */
function idOf(chance: Chance): string {
  const hex = Array.from({ length: 32 }, () => chance.whole(0, 15).toString(16)).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function oneOf<Item>(chance: Chance, items: readonly Item[]): Item {
  return items[chance.whole(0, items.length - 1)] as Item;
}
