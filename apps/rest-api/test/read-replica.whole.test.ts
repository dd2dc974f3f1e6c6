import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { randomUUID } from 'node:crypto';
import { createAuthenticator } from '@funnel/auth';
import { type Database, openDatabase, openReadReplica, type ReadReplica } from '@funnel/db';
import { ENCRYPTION_KEY, INTROSPECTION, LEGACY_KEY, NOW, SHOP } from '@funnel/fixtures';
import { importCatalog, recordEvents } from '@funnel/ingest';
import { type Cluster, openCluster, runningUrl, startCluster, stopCluster } from '@funnel/servers';
import { createLogger, createObservability, createRegistry } from '@funnel/service';
import {
  createTestDatabase,
  inTime,
  newVisitorToken,
  startProcess,
  stopBackends,
  type TestDatabase,
  until,
} from '@funnel/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { createApp } from '../src/app.ts';
import { startWithReplica } from './support/replica.ts';

// It is about one PostgreSQL.
process.env['CITUS_URL'] = '';

// A primary and a streaming replica of its own. Authentication needs no other server: website 31 has a legacy key.

const SETTINGS = { settings: { fsync: 'off', shared_buffers: '32MB' } };
let folder: string;
let primary: Cluster;
let copy: Cluster | undefined;
let testDatabase: TestDatabase;
let own: Database;
/** Of the owner, on the replica. */
let copyAdmin: Database;
const replicas: ReadReplica[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'replica-'));
  primary = await openCluster(join(folder, 'primary'));
  copy = await startWithReplica(primary, join(folder, 'copy'), SETTINGS);
  process.env['TEST_DATABASE_URL'] = (await runningUrl(primary.folder, 'postgres')) ?? '';
  testDatabase = await createTestDatabase(SHOP);
  own = testDatabase.openAs('rest-api');
  copyAdmin = await openCopy(testDatabase.url);
});
afterAll(async () => {
  for (const replica of replicas) await replica.close();
  await copyAdmin?.close();
  await testDatabase?.drop();
  if (copy) await stopCluster(copy);
  await stopCluster(primary);
  await rm(folder, { recursive: true, force: true });
});

/** The same database at the address of the replica. */
async function addressOfCopy(url: string): Promise<string> {
  const { port } = new URL((await runningUrl(join(folder, 'copy'), 'postgres')) ?? '');
  return Object.assign(new URL(url), { port }).href;
}

async function openCopy(url: string): Promise<Database> {
  return openDatabase({ url: await addressOfCopy(url), applicationName: 'copy-admin', maxConnections: 1 });
}

/** An application that reads reports from the replica, if it is behind by no more than this. */
async function appWith(maxStalenessMs: number, applicationName = 'copy') {
  const health = testDatabase.openAs('rest-api');
  const replica = openReadReplica({
    url: await addressOfCopy(testDatabase.urlOf('rest-api')),
    applicationName,
    statementTimeoutMs: 2_000,
    primaryHealth: health,
    maxStalenessMs,
    intervalMs: 20,
  });
  replicas.push(replica);
  const logger = createLogger({ service: 'rest-api', level: 'silent' });
  const app = createApp({
    observability: createObservability({ logger, registry: createRegistry('rest-api'), checks: {} }),
    database: own,
    replica: () => replica.database(),
    authenticator: createAuthenticator({
      issuer: 'http://127.0.0.1:1',
      resource: 'http://127.0.0.1:3000',
      ...INTROSPECTION,
      database: own,
      now: () => new Date(),
      allowLegacyKey: true,
    }),
    clock: () => NOW,
    encryptionKey: ENCRYPTION_KEY,
    baseUrl: 'http://127.0.0.1:3000',
    issuer: 'http://127.0.0.1:1',
  });
  const get = (path: string) =>
    request(app).get(`/api/v1/reports${path}`).set('Authorization', `api_key=${LEGACY_KEY}`);
  const views = async (): Promise<number> => {
    const { body } = await get('/website?timeframe=last_7_days&count_type=total').expect(200);
    return (body as { data: { metrics: { views: number } } }).data.metrics.views;
  };
  return { replica, get, views };
}

async function recordView(): Promise<void> {
  const view = {
    event_id: randomUUID(),
    type: 'view',
    website_id: 31,
    visitor_token: newVisitorToken(),
    occurred_at: '2026-11-13T09:00:00Z',
  };
  expect(await recordEvents(testDatabase.database, [view], { now: NOW })).toMatchObject({ recorded: 1 });
}

const pause = () => copyAdmin.sql`select pg_wal_replay_pause()`;
const resume = () => copyAdmin.sql`select pg_wal_replay_resume()`;
const isUsed = (replica: ReadReplica) => until(async () => expect(replica.database()).toBeDefined());

test('reports are read from the replica, and say how fresh they are', async () => {
  const { replica, get, views } = await appWith(60_000);
  await recordView();
  await isUsed(replica);
  await until(async () => expect(await views()).toBe(1));
  await pause();
  await recordView();
  // What is shown is that of the replica: an older state, and its time.
  expect(await views()).toBe(1);
  const { headers: before } = await get('/website');
  await resume();
  await until(async () => expect(await views()).toBe(2));
  const { headers: after } = await get('/website');
  expect(Date.parse(after['data-recorded-at'] ?? '')).toBeGreaterThan(
    Date.parse(before['data-recorded-at'] ?? ''),
  );
});

test('a replica that is too far behind is not used until it has caught up', async () => {
  const { replica, views } = await appWith(300);
  await isUsed(replica);
  await pause();
  await recordView();
  await until(async () => expect(replica.database()).toBeUndefined());
  expect(await views()).toBe(3);
  await resume();
  await isUsed(replica);
  expect(await views()).toBe(3);
});

test('a replica whose processes have stopped costs nobody an answer, and gets new connections', async () => {
  const { replica, views } = await appWith(60_000, 'stopped-copy');
  await isUsed(replica);
  const before = await views();
  const stopped = await stopBackends(copyAdmin, 'stopped-copy');
  try {
    expect(stopped.pids.length).toBeGreaterThan(0);
    const answers = await inTime(Promise.all(Array.from({ length: 12 }, () => views())));
    expect(new Set(answers)).toEqual(new Set([before]));
    const fresh = replica.database();
    expect(fresh).toBeDefined();
    await inTime(Promise.resolve(fresh?.ping()));
  } finally {
    stopped.resume();
  }
});

test('what was just created on the primary is found, and what does not exist is not', async () => {
  const { replica, get } = await appWith(60_000);
  await isUsed(replica);
  await pause();
  const created = { id: 9001, website_id: 31, name: 'New', cta_type: 'bar', variants: [] };
  await importCatalog(
    testDatabase.database,
    { campaigns: [created] },
    { encryptionKey: ENCRYPTION_KEY, now: NOW },
  );
  await get('/campaigns/9001').expect(200);
  await get('/campaigns/9002').expect(404);
  await resume();
});

test('a primary is not mistaken for its replica', async () => {
  const health = testDatabase.openAs('rest-api');
  const url = testDatabase.urlOf('rest-api');
  const reason = await new Promise((resolve) => {
    const options = { url, applicationName: 'wrong', primaryHealth: health, maxStalenessMs: 60_000 };
    replicas.push(openReadReplica({ ...options, onChange: (_isUsed, why) => resolve(why) }));
  });
  expect(String(reason)).toContain('no streaming replica');
});

test.each(['none', 'transaction'])(
  'the service uses the replica of DATABASE_READ_URL, with the password of the primary and the pooler %s',
  async (pooler) => {
    const url = new URL(testDatabase.urlOf('rest-api'));
    const password = decodeURIComponent(url.password);
    url.password = '';
    const child = startProcess(fileURLToPath(new URL('../dist/main.js', import.meta.url)), {
      DATABASE_URL: url.href,
      DATABASE_PASSWORD: password,
      DATABASE_READ_URL: await addressOfCopy(url.href),
      API_KEY_ENCRYPTION_KEY: Buffer.from(ENCRYPTION_KEY).toString('base64'),
      INTROSPECTION_CLIENT_SECRET: INTROSPECTION.clientSecret,
      REST_API_PORT: '0',
      DATABASE_POOLER: pooler,
    });
    await child.line('reports are read from the replica');
    const metrics = await (await fetch(`${await child.url()}/metrics`)).text();
    const [, staleness] = /^database_replica_staleness_seconds\{.*\} (\S+)$/m.exec(metrics) ?? [];
    const [, limit] = /^database_replica_staleness_max_seconds\{.*\} (\S+)$/m.exec(metrics) ?? [];
    expect(Number(staleness)).toBeGreaterThan(0);
    expect(Number(staleness)).toBeLessThan(Number(limit));
    const [connection] = await copyAdmin.sql`
    select 1 from pg_stat_activity where application_name = 'rest-api-replica-health'`;
    expect(connection).toBeDefined();
    child.signal('SIGTERM');
    expect(await child.exited).toBe(0);
  },
);

test('nobody notices a replica that goes away and comes back', async () => {
  const { replica, views } = await appWith(2_000);
  await isUsed(replica);
  await copyAdmin.close();
  const { port } = new URL((await runningUrl(join(folder, 'copy'), 'postgres')) ?? '');
  if (!copy) throw new Error('There is no replica');
  await stopCluster(copy);
  expect(await views()).toBe(3);
  await recordView();
  await until(async () => expect(await views()).toBe(4));
  await until(async () => expect(replica.database()).toBeUndefined());
  await startCluster(copy, { settings: { ...SETTINGS.settings, port } });
  await isUsed(replica);
  expect(await views()).toBe(4);
});
