import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { randomInt } from 'node:crypto';
import { Readable } from 'node:stream';
import { type Database, openDatabase } from '@funnel/db';
import {
  type CountType,
  type Counts,
  EVENT_TYPES,
  formatDay,
  LEVELS,
  parseDay,
  type Window,
} from '@funnel/domain';
import { Chance, createTestDatabase, newVisitorToken, type TestDatabase } from '@funnel/testing';
import { foldPending, importCatalog, ingest, packRollups, recordEvents } from '../src/index.ts';
import { encryptionKey } from './support/catalog.ts';
import { event, NOW } from './support/events.ts';
import { read } from './support/read.ts';
import { countReferences, resolvedSketches } from './support/stored-sketches.ts';

/** PACK_RUNS=200 runs that many random histories; PACK_SEED=7 begins with the seed that a failure names. */
const RUNS = Number(process.env['PACK_RUNS'] ?? 2);
const FIRST_SEED = Number(process.env['PACK_SEED'] ?? randomInt(1e9));
const RUN_DEADLINE_MS = 60_000;
const STEPS = 8;
/** In few buckets of each grain. The last one has not ended. */
const DAYS = [
  '2024-12-30',
  '2025-01-02',
  '2025-03-31',
  '2025-04-01',
  '2025-04-04',
  formatDay(Math.floor(NOW.getTime() / 86_400_000)),
];
const WINDOWS: Window[] = [
  ['2024-01-01', '2026-12-31'],
  ['2024-12-30', '2025-01-05'],
  ['2025-01-02', '2025-04-03'],
  ['2025-04-01', '2025-04-30'],
].map(([start = '', end = '']) => ({ start: parseDay(start) ?? 0, end: parseDay(end) ?? 0 }));

let packed: TestDatabase;
let twin: TestDatabase;

beforeAll(async () => {
  [packed, twin] = await Promise.all([createTestDatabase(), createTestDatabase()]);
});
afterAll(() => Promise.all([packed.drop(), twin.drop()]));
beforeEach(async () => {
  await packed.database.sql`update packing set begins_on = '2020-01-01'`;
});

test(
  'reports of random histories are those of a database that never packs, and so are the sketches',
  async () => {
    let references = 0;
    for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1) {
      try {
        references += await liveAtRandom(seed);
      } catch (error) {
        throw new Error(`PACK_SEED=${seed} failed`, { cause: error });
      }
    }
    // A test in which nothing was packed would find nothing.
    expect(references).toBeGreaterThan(RUNS);
  },
  RUNS * RUN_DEADLINE_MS,
);

/** Both databases get the same events in the same way; only one packs in between. Returns how many references it saw. */
async function liveAtRandom(seed: number): Promise<number> {
  const chance = new Chance(seed);
  const catalog = someCatalog(chance);
  const subjects = { website: [1], ...idsOf(catalog) };
  for (const { database } of [packed, twin]) {
    await database.sql.unsafe(
      `truncate rollups, event_ledger, pending_events, element_fields, element_products, elements, steps, variants, campaigns cascade`,
    );
    await importCatalog(database, catalog, { encryptionKey, now: NOW });
  }
  const visitors = Array.from({ length: chance.whole(5, 40) }, () => newVisitorToken());
  let references = 0;
  for (let step = 0; step < STEPS; step++) {
    const events = someEvents(chance, catalog, visitors);
    const add = chance.unit() < 0.5 ? fold : load;
    for (const { database } of [packed, twin]) await add(database, events);
    if (chance.unit() < 0.6) {
      expect((await packRollups(packed.database)).failed).toEqual([]);
      references += await countReferences(packed.database);
    }
    expect(await resolvedSketches(packed.database)).toEqual(await resolvedSketches(twin.database));
    expect(await numbersOf(packed, subjects)).toEqual(await numbersOf(twin, subjects));
  }
  return references;
}

type Catalog = ReturnType<typeof someCatalog>;

function someCatalog(chance: Chance) {
  const some = <Part>(min: number, max: number, part: (n: number) => Part) =>
    Array.from({ length: chance.whole(min, max) }, (_, n) => part(n));
  return {
    accounts: [{ id: 1, name: 'A' }],
    websites: [{ id: 1, account_id: 1, name: 'a.example' }],
    campaigns: some(1, 3, (c) => ({
      id: c + 1,
      website_id: 1,
      name: 'C',
      cta_type: 'bar',
      variants: some(0, 2, (v) => ({
        id: 10 * (c + 1) + v,
        steps: some(0, 2, (s) => ({
          id: 100 * (c + 1) + 10 * v + s,
          elements: some(0, 2, (e) => ({ id: 1_000 * (c + 1) + 100 * v + 10 * s + e, element_type: 'form' })),
        })),
      })),
    })),
  };
}

function idsOf({ campaigns }: Catalog) {
  const variants = campaigns.flatMap((campaign) => campaign.variants);
  const steps = variants.flatMap((variant) => variant.steps);
  const elements = steps.flatMap((step) => step.elements);
  const ids = (parts: { id: number }[]) => parts.map(({ id }) => id);
  return { campaign: ids(campaigns), variant: ids(variants), step: ids(steps), element: ids(elements) };
}

/** Of subjects at any level; often many of one, so that it equals what is above it. */
function someEvents(chance: Chance, catalog: Catalog, visitors: readonly string[]): object[] {
  const ids = idsOf(catalog);
  const pick = <Item>(items: readonly Item[]) => items[chance.whole(0, items.length - 1)];
  const deep = (['element', 'step', 'variant', 'campaign'] as const).find((level) => ids[level].length > 0);
  const subjectOf = () => {
    const level = chance.unit() < 0.8 ? deep : pick(['element', 'step', 'variant', 'campaign'] as const);
    const id = level && pick(ids[level]);
    return id === undefined ? {} : { [`${level}_id`]: id };
  };
  return Array.from({ length: chance.whole(1, 4) }, () => {
    const [subject, day] = [subjectOf(), pick(DAYS)];
    return Array.from({ length: chance.whole(1, 40) }, () => {
      const type = pick(EVENT_TYPES) ?? 'view';
      return event({
        type,
        ...subject,
        visitor_token: pick(visitors),
        occurred_at: `${day}T00:00:00Z`,
        ...(type === 'order' && { revenue: chance.whole(0, 1_000) / 100 }),
      });
    });
  }).flat();
}

async function fold(database: Database, events: object[]): Promise<void> {
  expect(await recordEvents(database, events, { now: NOW })).toMatchObject({ refused: [] });
  expect(await foldPending(database, { minEvents: 1 })).toMatchObject({ events: events.length, failed: [] });
}

async function load(database: Database, events: object[]): Promise<void> {
  const lines = Readable.from(events.map((each) => Buffer.from(`${JSON.stringify(each)}\n`)));
  const { new: recorded } = await ingest(database, lines, {
    now: () => NOW,
    onRefused: () => Promise.resolve(),
  });
  expect(recorded).toBe(events.length);
}

/** Every number that a report can have, read by a process that remembers nothing. */
async function numbersOf(
  { url }: TestDatabase,
  ids: Record<string, readonly number[]>,
): Promise<Map<string, Counts>> {
  const reader = openDatabase({ url, applicationName: 'reader', maxConnections: 1 });
  const numbers = new Map<string, Counts>();
  const subjects = LEVELS.map((level) => ({ level, ids: ids[level] ?? [] }));
  try {
    for (const countType of ['distinct', 'total'] satisfies CountType[])
      for (const [index, window] of WINDOWS.entries()) {
        const metrics = await read(reader.sql, { window, countType, subjects });
        for (const { level, ids: some } of subjects)
          for (const id of some)
            numbers.set(`${countType} ${index} ${level} ${id}`, metrics.of(level, id).current);
      }
  } finally {
    await reader.close();
  }
  return numbers;
}
