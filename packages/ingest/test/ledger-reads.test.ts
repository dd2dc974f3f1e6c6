import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '@funnel/db';
import { createTestDatabase, isOnCitus, type TestDatabase } from '@funnel/testing';
import { packLedger, pruneLedger } from '../src/index.ts';
import { importTwoWebsites } from './support/catalog.ts';
import { counted, rowsRead } from './support/rows-read.ts';

/** Of each of two websites. */
const IDS = 1_000;
const LARGE = 16;
/** So many parts that one which reads everything shows. */
const PACKING = { idsPerTransaction: 100 };

let testDatabase: TestDatabase;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  await importTwoWebsites(testDatabase.database);
});
afterAll(() => testDatabase.drop());

const prepared = <Result>(work: (database: Database) => Promise<Result>) => counted(testDatabase, work);
const ledgerRead = (work: (worker: Database) => Promise<unknown>) =>
  rowsRead(testDatabase, 'event_ledger', work);
const idsLeft = () =>
  prepared(async ({ sql }) => (await sql`select count(*)::int as ids from event_ledger`)[0]?.['ids']);

/** Old and new ids side by side, as in a ledger whose space has been used again. */
const fillLedger = (ids: number, daysOld = 3) =>
  prepared(async ({ sql }) => {
    await sql.unsafe('truncate event_ledger, packed_event_ids, packed_slices');
    await sql`
      insert into event_ledger (website_id, event_id, recorded_on)
      select 1 + n % 2, gen_random_uuid(), current_date - (n % 3 = 0)::int * ${daysOld}::int
      from generate_series(1, ${2 * ids}::int) as n`;
    await sql.unsafe('vacuum analyze event_ledger');
  });

const passADay = () =>
  prepared(async ({ sql }) => {
    await sql`update packed_event_ids set packed_at = packed_at - interval '1 day'`;
    await sql`update packed_slices set packed_at = packed_at - interval '1 day'`;
    await sql.unsafe('vacuum analyze event_ledger, packed_event_ids');
  });

// Citus does not tell how many rows its workers read.
const testReads = isOnCitus ? test.skip : test;

testReads(
  'packing a ledger of 16 times the size reads 16 times the rows: each part reads its own',
  async () => {
    const read: number[] = [];
    for (const times of [1, LARGE]) {
      await fillLedger(IDS * times);
      read.push(await ledgerRead((worker) => packLedger(worker, PACKING)));
    }
    const [small = 0, large = 0] = read;
    expect(small).toBeGreaterThan(0);
    expect(large).toBeLessThan(LARGE * 1.1 * small);
  },
);

testReads('so does deleting from it what was packed, a day later', async () => {
  const read: number[] = [];
  for (const times of [1, LARGE]) {
    await fillLedger(IDS * times);
    await prepared((database) => packLedger(database, PACKING));
    await passADay();
    read.push(await ledgerRead((worker) => packLedger(worker, PACKING)));
    expect(await idsLeft()).toBeLessThan(2 * IDS * times);
  }
  const [small = 0, large = 0] = read;
  expect(large).toBeLessThan(LARGE * 1.1 * small);
});

testReads('a ledger without old ids is read once to see that nothing is to be deleted', async () => {
  await fillLedger(IDS, 34);
  expect(await ledgerRead((worker) => pruneLedger(worker))).toBeLessThanOrEqual(2 * IDS);
});

testReads('old ids are deleted in one more pass, however many there are', async () => {
  await fillLedger(IDS * LARGE, 36);
  const all = 2 * IDS * LARGE;
  expect(await ledgerRead((worker) => pruneLedger(worker))).toBeLessThanOrEqual(2 * all);
  expect(await idsLeft()).toBe(all - Math.floor(all / 3));
});
