import { type Database, openDatabase } from '@funnel/db';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newDatabase } from '../src/bench-database.ts';
import { grownTables } from '../src/scale/growth.ts';
import { migrateWithClock } from '../src/scale/simulated-clock.ts';
import { simulateYears, type Year } from '../src/scale/simulate-years.ts';
import { sizesTable } from '../src/scale/sizes-table.ts';

// The short version of `npm run -s bench scale years`: few websites, four weeks at a time, without the worker.

const SERVER = process.env['TEST_DATABASE_URL'] ?? '';
const NAME = `bench_years_${process.pid}`;
const YEARS = 3;
/** What is deleted by age: docs/reference/retention.md. */
const DELETED = [
  'event_ledger',
  'security_events',
  'authorization_records',
  'grant_websites',
  'personal_tokens',
  'grant_uses',
  'throttles',
];

let database: Database;
let years: Year[];
const rowsOf = (table: string, year: number) =>
  years[year - 1]?.sizes.find(({ name }) => name === table)?.rows ?? Number.NaN;

beforeAll(async () => {
  const url = await migrateWithClock(await newDatabase(SERVER, NAME));
  database = openDatabase({ url, applicationName: 'bench', maxConnections: 4, reusePlans: true });
  years = await simulateYears(database, { websites: 8, years: YEARS, stepWeeks: 4, from: new Date() });
});
afterAll(async () => {
  await database?.close();
  const admin = openDatabase({ url: SERVER, applicationName: 'bench', maxConnections: 1 });
  await admin.sql.unsafe(`drop database if exists ${NAME} with (force)`);
  await admin.close();
});

test('what is deleted by age has the same size after two and after three years', () => {
  expect(grownTables(years)).toEqual([]);
  for (const table of DELETED) {
    // The test would find nothing in tables that it does not fill.
    expect([table, rowsOf(table, YEARS) > 0]).toEqual([table, true]);
    expect([table, rowsOf(table, YEARS)]).toEqual([table, rowsOf(table, YEARS - 1)]);
  }
  expect(rowsOf('pending_events', YEARS)).toBe(0);
});

test('the totals grow with the days that have visitors', () => {
  const [first, , last] = years;
  expect(last?.websiteDays).toBe(YEARS * (first?.websiteDays ?? 0));
  for (const table of ['rollups', 'element_fields', 'element_products', 'insights_metrics'])
    expect(rowsOf(table, YEARS) / rowsOf(table, 1)).toBeCloseTo(YEARS, 0);
});

test('a table that must not grow and does is reported', () => {
  const sizeOf = (rows: number) => ({
    name: 'event_ledger',
    rows,
    tableBytes: 0,
    indexBytes: 0,
    toastBytes: 0,
  });
  const yearOf = (year: number, rows: number) => ({ year, events: 0, websiteDays: 0, sizes: [sizeOf(rows)] });
  expect(grownTables([yearOf(1, 100), yearOf(2, 1_000), yearOf(3, 1_000)])).toEqual([]);
  expect(grownTables([yearOf(1, 100), yearOf(2, 1_000), yearOf(3, 1_500)])).toEqual([
    'event_ledger: 1000 rows and 0 bytes in year 2, 1500 rows and 0 bytes at the end',
  ]);
});

test('the sizes are shown as a table', () => {
  expect(sizesTable(years)).toMatch(/^\| `event_ledger` \| flat \| [\d,]+, [\d.]+ \|/m);
});
