import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Database } from '@funnel/db';
import { isDatabaseEmpty, readDemoState } from '../src/load/demo-state.ts';
import { DemoRefusedError, loadDemo } from '../src/load/load-demo.ts';
import { importCatalog } from '@funnel/ingest';
import { type TestDatabase, createTestDatabase } from '@funnel/testing';
import { eventsOf } from './last-week.ts';

const NOW = new Date('2026-11-15T12:00:00Z');
const DAY_LATER = new Date('2026-11-16T12:00:00Z');
const encryptionKey = new Uint8Array(32).fill(7);
const slice = { now: NOW, encryptionKey, days: 9, batchEvents: 1_500 };

let testDatabase: TestDatabase;
let database: Database;

beforeEach(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
});
afterEach(() => testDatabase.drop());

/** A fingerprint of all counts, sketches and contacts, whichever transaction wrote them. */
async function contentsOf({ sql }: Database): Promise<unknown[]> {
  const fingerprint = (table: string, row = "to_jsonb(t) - 'revision'") =>
    sql.unsafe(
      `select md5(string_agg(r.row::text, ' ' order by r.row::text)) from (select ${row} as row from ${table} t) as r`,
    );
  return [
    await fingerprint('rollups'),
    await fingerprint('element_fields'),
    await fingerprint('element_products'),
    await fingerprint('contacts', 'jsonb_build_array(website_id, visitor_token, email, created_at)'),
  ];
}

describe('loadDemo', () => {
  test('loads the account into an empty database, returns a summary, and rejects a second load', async () => {
    expect(await isDatabaseEmpty(database)).toBe(true);
    const progress: number[] = [];
    const summary = await loadDemo(database, {
      ...slice,
      onProgress: ({ done, total }) => progress.push(done / total),
    });
    const events = eventsOf(NOW, 9);
    expect(summary).toMatchObject({ websites: 3, campaigns: 18, events: events.length, isFinished: true });
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    expect(progress.at(-1)).toBe(1);
    const [stored] = await database.sql`
      select (select sum(views)::int from rollups where level = 'website' and grain = 'year') as views,
        (select count(*)::int from contacts) as contacts,
        (select name from accounts) as account`;
    const views = events.filter((event) => event.type === 'view').length;
    expect(stored).toEqual({ views, contacts: summary.contacts, account: 'Demo Marketing Group' });
    expect(await readDemoState(database)).toEqual({ name: 'loaded' });
    expect(await isDatabaseEmpty(database)).toBe(false);
    await expect(loadDemo(database, slice)).rejects.toThrow(DemoRefusedError);
  });

  test('gives the same result when it is interrupted and continued a day later', async () => {
    const interrupt = new AbortController();
    const first = await loadDemo(database, {
      ...slice,
      signal: interrupt.signal,
      onProgress: () => interrupt.abort(),
    });
    expect(first.isFinished).toBe(false);
    expect(await readDemoState(database)).toEqual({ name: 'begun', at: NOW });
    const second = await loadDemo(database, { ...slice, now: DAY_LATER });
    const other = await createTestDatabase();
    try {
      const atOnce = await loadDemo(other.database, slice);
      expect(first.events).toBeLessThan(atOnce.events);
      expect(second).toEqual(atOnce);
      expect(await contentsOf(database)).toEqual(await contentsOf(other.database));
    } finally {
      await other.drop();
    }
  });

  test('rejects a database with other data', async () => {
    const own = {
      accounts: [{ id: 9, name: 'Own' }],
      websites: [{ id: 9, account_id: 9, name: 'own.example' }],
    };
    await importCatalog(database, own, { now: NOW, encryptionKey });
    expect(await readDemoState(database)).toEqual({ name: 'other' });
    await expect(loadDemo(database, slice)).rejects.toThrow(DemoRefusedError);
    const [{ count } = { count: 0 }] = await database.sql<
      { count: number }[]
    >`select count(*)::int from websites`;
    expect(count).toBe(1);
  });
});
