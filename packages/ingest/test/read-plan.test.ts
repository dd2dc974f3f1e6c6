import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Window, coverWindow, formatDay, parseDay } from '@funnel/domain';
import type { Database } from '@funnel/db';
import { declaredStatements } from '@funnel/db/sql';
import { foldPending, importCatalog, recordEvents } from '../src/index.ts';
import { encryptionKey } from './support/catalog.ts';
import { NOW, event } from './support/events.ts';
import { read } from './support/read.ts';
import { createTestDatabase, isOnCitus, newVisitorToken, type TestDatabase } from '@funnel/testing';

const CAMPAIGNS = 200;
const LAST_DAY = parseDay('2026-11-14') ?? 0;
const windows = {
  30: { start: LAST_DAY - 29, end: LAST_DAY },
  365: { start: LAST_DAY - 364, end: LAST_DAY },
};

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
  watching = watch(database.sql);
  const campaigns = Array.from({ length: CAMPAIGNS }, (_, n) => ({
    id: n + 1,
    website_id: 1,
    name: `C${n}`,
    cta_type: 'bar',
  }));
  const document = {
    accounts: [{ id: 1, name: 'A' }],
    websites: [{ id: 1, account_id: 1, name: 'a.example' }],
    campaigns,
  };
  await importCatalog(database, document, { encryptionKey, now: NOW });
  await addTraffic(1);
});
afterAll(() => testDatabase.drop());

/** Adds `perMonth` events to each campaign on one day of each of the last twelve months and on each of the last 30 days. */
async function addTraffic(times: number): Promise<void> {
  const days = [
    ...Array.from({ length: 12 }, (_, month) => LAST_DAY - month * 30),
    ...Array.from({ length: 30 }, (_, day) => LAST_DAY - day),
  ];
  const events = days.flatMap((day) =>
    Array.from({ length: CAMPAIGNS * times }, (_, n) =>
      event({
        campaign_id: (n % CAMPAIGNS) + 1,
        occurred_at: `${formatDay(day)}T00:00:00Z`,
        visitor_token: newVisitorToken(),
      }),
    ),
  );
  const result = await recordEvents(database, events, { now: NOW });
  expect(result.refused).toEqual([]);
  await foldPending(database, { minEvents: 1 });
}

/** A client that keeps the text and parameters of the statements it sends. */
let watching: Database['sql'];
let sent: { text: string; parameters: unknown[] }[] = [];

function watch(client: Database['sql']): Database['sql'] {
  return new Proxy(client, {
    apply: (target, self, parts: [readonly string[]]) => {
      // Whether the database is distributed is asked once.
      if (!parts[0].join('').includes('pg_dist_partition')) throw new Error('a statement of its own');
      return Reflect.apply(target, self, parts) as unknown;
    },
    get: (target, name) =>
      name === 'unsafe'
        ? (text: string, parameters: never[], options: object) => {
            sent.push({ text, parameters });
            return target.unsafe(text, parameters, options);
          }
        : Reflect.get(target, name),
  });
}

/** Runs the read, and returns its statements on the rollups. */
async function watched(window: Window, ids: readonly number[] | 'all' = 'all') {
  sent = [];
  const metrics = await read(watching, { window, subjects: [{ level: 'campaign', ids }] });
  // The others read the facts about the website.
  const ofRollups = sent.filter(({ text }) => text.includes('first_subject'));
  return { statements: ofRollups, rows: metrics.active('campaign') };
}

/** The rollup rows that the server really touches. */
async function rowsTouched(window: Window, ids?: readonly number[]): Promise<number> {
  const { statements } = await watched(window, ids);
  const [only] = statements;
  const [plan] = await database.sql.unsafe(
    `explain (analyze, format json) ${only?.text}`,
    only?.parameters as never[],
  );
  const [root] = (plan?.['QUERY PLAN'] ?? []) as { Plan: PlanNode }[];
  return scannedRows(root?.Plan);
}

interface PlanNode {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

function scannedRows(node: PlanNode | undefined): number {
  if (!node) return 0;
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  const own =
    node['Relation Name'] === 'rollups' ? (node['Actual Rows'] + removed) * node['Actual Loops'] : 0;
  return own + (node.Plans ?? []).reduce((sum, child) => sum + scannedRows(child), 0);
}

test.each([30, 365] as const)(
  'a list of 200 campaigns over %i days is two statements at first, and one as long as nothing changes',
  async (days) => {
    const textOf = (name: string) =>
      declaredStatements().find(({ file }) => file.endsWith(`/${name}.sql`))?.text;
    const [buckets, sketches] = [textOf('read-rollups'), textOf('read-sketches')];
    const first = await watched(windows[days]);
    expect(first.statements.map(({ text }) => text)).toEqual([buckets, sketches]);
    expect(first.rows).toHaveLength(CAMPAIGNS);
    const second = await watched(windows[days]);
    expect(second.statements.map(({ text }) => text)).toEqual([buckets]);
    expect(second.rows).toEqual(first.rows);
  },
);

// Citus does not tell how many rows its workers read.
const testPlan = isOnCitus ? test.skip : test;

testPlan('a page of 25 campaigns reads only its own rows, even before the first analyze', async () => {
  const cover = coverWindow(windows[365]);
  const page = Array.from({ length: 25 }, (_, n) => n + 1);
  const touched = await rowsTouched(windows[365], page);
  expect(touched).toBeGreaterThan(0);
  expect(touched).toBeLessThanOrEqual(25 * cover.length);
});

testPlan('the number of rows read is bounded by the cover and does not grow with traffic', async () => {
  await database.sql.unsafe('analyze rollups');
  const before = [await rowsTouched(windows[30]), await rowsTouched(windows[365])];
  for (const [index, days] of ([30, 365] as const).entries()) {
    expect(before[index]).toBeGreaterThan(0);
    expect(before[index]).toBeLessThanOrEqual(CAMPAIGNS * coverWindow(windows[days]).length);
  }
  await addTraffic(4);
  await database.sql.unsafe('analyze rollups');
  expect([await rowsTouched(windows[30]), await rowsTouched(windows[365])]).toEqual(before);
});
