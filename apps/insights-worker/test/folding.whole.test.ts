import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { foldPending, importCatalog, readBacklog, recordEvents } from '@funnel/ingest';
import {
  createTestDatabase,
  newVisitorToken,
  readyStatus,
  type StartedProcess,
  startProcess,
  stopProcess,
  type TestDatabase,
  until,
} from '@funnel/testing';

const script = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const NOW = new Date('2026-11-14T12:00:00Z');
/** The advisory lock that a process holds while it folds a website. */
const WEBSITE_LOCK = 7_203_115;

let db: TestDatabase;
let worker: StartedProcess;

beforeEach(async () => {
  db = await createTestDatabase();
  const catalog = {
    accounts: [{ id: 1, name: 'Account' }],
    websites: [1, 2].map((id) => ({ id, account_id: 1, name: `shop-${id}.example` })),
  };
  await importCatalog(db.database, catalog, { encryptionKey: new Uint8Array(32), now: NOW });
});
afterEach(async () => {
  await stopProcess(worker);
  await db.drop();
});

function start(env: Record<string, string>): StartedProcess {
  worker = startProcess(script, {
    DATABASE_URL: db.url,
    INSIGHTS_WORKER_PORT: '0',
    FOLD_INTERVAL_MS: '20',
    ...env,
  });
  return worker;
}

async function record(count: number, websiteId = 1): Promise<void> {
  const events = Array.from({ length: count }, () => ({
    event_id: randomUUID(),
    type: 'view',
    website_id: websiteId,
    visitor_token: newVisitorToken(),
    occurred_at: '2026-11-10T09:30:00Z',
  }));
  expect(await recordEvents(db.database, events, { now: NOW })).toMatchObject({ recorded: count });
}

const metricsOf = async (url: string) => (await fetch(`${url}/metrics`)).text();

test('folds websites with many pending events, and says so in its metrics', async () => {
  const url = await start({ FOLD_MIN_EVENTS: '10', FOLD_MAX_AGE_MS: '3600000' }).url();
  await record(9);
  await until(async () => expect(await metricsOf(url)).toMatch(/^pending_events\{.*\} 9$/m));
  await record(1);
  await until(async () => expect(await readBacklog(db.database)).toEqual({ events: 0, ageMs: 0 }));
  await until(async () => expect(await metricsOf(url)).toMatch(/^folded_events_total\{.*\} 10$/m));
  const [row] = await db.database
    .sql`select views from rollups where website_id = 1 and level = 'website' and grain = 'day'`;
  expect(Number(row?.['views'])).toBe(10);
});

test('folds old events, however few they are', async () => {
  await record(1);
  await start({ FOLD_MAX_AGE_MS: '50' }).url();
  await until(async () => expect(await readBacklog(db.database)).toEqual({ events: 0, ageMs: 0 }));
});

test('is not ready while events stay pending for far too long, and ready again once they are folded', async () => {
  const url = await start({ FOLD_MAX_AGE_MS: '20' }).url();
  expect(await readyStatus(url, 200)).toBe(200);
  await db.database.sql.begin(async (other) => {
    await other`select pg_advisory_xact_lock(${WEBSITE_LOCK}, 1)`;
    await record(1);
    expect(await readyStatus(url, 503)).toBe(503);
    const { checks } = (await (await fetch(`${url}/readyz`)).json()) as { checks: Record<string, string> };
    expect(checks).toMatchObject({ database: 'ok', folding: 'failed' });
  });
  expect(await readyStatus(url, 200)).toBe(200);
});

test('sets aside a website that cannot be folded, says which and why, and stays ready', async () => {
  await db.database.sql.unsafe('alter table rollups add constraint broken check (website_id <> 1) not valid');
  await record(1, 1);
  const url = await start({ FOLD_MAX_AGE_MS: '20' }).url();
  const line = await worker.line('website set aside: folding it failed');
  expect(line).toMatchObject({ level: 'error', websiteId: 1, failures: 1, retryMs: 10_000 });
  expect(JSON.stringify(line)).toContain('broken');
  await record(1, 2);
  await until(async () => expect(await metricsOf(url)).toMatch(/^folded_events_total\{.*\} 1$/m));
  expect(await metricsOf(url)).toMatch(/^fold_websites_set_aside\{.*\} 1$/m);
  expect(await metricsOf(url)).toMatch(/^fold_failures_total\{.*\} 0$/m);
  expect(await readyStatus(url, 200)).toBe(200);
  expect((await readBacklog(db.database)).events).toBe(1);
});

test('packs the rollups of buckets that have ended', async () => {
  await record(1);
  await foldPending(db.database, { minEvents: 1 });
  await db.database.sql`update rollups set bucket = '2020-01-01'`;
  await start({}).url();
  await until(async () => {
    const packed = await db.database.sql`select grain from rollups where level = 'website' and packed`;
    expect(packed).toHaveLength(5);
  });
});

test('counts rollups that could not be packed, says of which website, and stays ready', async () => {
  await record(1);
  await foldPending(db.database, { minEvents: 1 });
  await db.database.sql`update rollups set bucket = '2020-01-01'`;
  await db.database.sql.unsafe('alter table rollups add constraint unpacked check (not packed) not valid');
  const url = await start({}).url();
  const line = await worker.line('rollups of a website were not packed; tried again in an hour');
  expect(line).toMatchObject({ level: 'error', websiteId: 1 });
  await until(async () => expect(await metricsOf(url)).toMatch(/^fold_failures_total\{.*\} 1$/m));
  expect(await readyStatus(url, 200)).toBe(200);
});

test('packs ids of events that are some days old', async () => {
  await db.database.sql`
    insert into event_ledger (website_id, event_id, recorded_on)
    select 1, gen_random_uuid(), current_date - age from generate_series(1, 2) age, generate_series(1, 100)`;
  await start({}).url();
  await until(async () => {
    const [packed] = await db.database.sql`
      select count(*)::int as rows, min(day) = current_date - 2 as old, max(day) = current_date - 2 as only
      from packed_event_ids, unnest(recorded_on) as day`;
    expect(packed).toMatchObject({ rows: expect.any(Number), old: true, only: true });
  });
});

test('deletes the ids of events after 35 days', async () => {
  await db.database.sql`
    insert into event_ledger (website_id, event_id, recorded_on)
    select 1, gen_random_uuid(), current_date - age from generate_series(35, 36) age, generate_series(1, 40)`;
  await start({}).url();
  await until(async () => {
    const [kept] = await db.database
      .sql`select count(*)::int as ids, min(recorded_on) = current_date - 35 as young from event_ledger`;
    expect(kept).toEqual({ ids: 40, young: true });
  });
});
