import { type Database, openDatabase } from '@funnel/db';
import { readyStatus, type StartedProcess, startProcess, stopProcess, until } from '@funnel/testing';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Queue } from 'bullmq';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { queueBackend } from '../src/queue/backend.ts';
import { countSnapshots, wrongSnapshots, loadWebsites, NOW } from './support/many-websites.ts';
import { type Store, stores } from './support/stores.ts';

const script = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const REDIS_DATABASE = 4;
const WEBSITES = 200;
const TAKEOVER_TIMEOUT_MS = 60_000;

describe.each(stores)('workers with their queue on $name', ({ name, open }) => {
  let store: Store;
  let database: Database;
  const workers: StartedProcess[] = [];

  function start(): StartedProcess {
    const worker = startProcess(script, {
      DATABASE_URL: store.databaseUrl,
      REDIS_URL: store.redisUrl,
      INSIGHTS_WORKER_PORT: '0',
      INSIGHTS_CONCURRENCY: '1',
      HEARTBEAT_INTERVAL_MS: '500',
      JOB_LOCK_MS: '2000',
      NOW: NOW.toISOString(),
    });
    workers.push(worker);
    return worker;
  }

  const atLeast = (count: number, timeoutMs?: number) =>
    until(async () => expect(await countSnapshots(database)).toBeGreaterThanOrEqual(count), timeoutMs);

  beforeEach(async () => {
    store = await open(REDIS_DATABASE);
    if (store.redisUrl) await flush(store.redisUrl);
    database = openDatabase({ url: store.databaseUrl, applicationName: 'test', maxConnections: 3 });
    await loadWebsites(database, WEBSITES);
    await slowDown(database);
  });
  afterEach(async () => {
    for (const worker of workers.splice(0)) {
      worker.signal('SIGKILL');
      await worker.exited;
    }
    await database.close();
    await store.drop();
  });

  test('write every snapshot once and completely when one of two is killed', async () => {
    const [victim, survivor] = [start(), start()];
    await atLeast(20, 30_000);
    victim.signal('SIGKILL');
    expect(await victim.exited).toBe('SIGKILL');
    expect(await countSnapshots(database)).toBeLessThan(WEBSITES);
    await atLeast(WEBSITES, TAKEOVER_TIMEOUT_MS);
    expect(await wrongSnapshots(database, WEBSITES)).toEqual([]);
    await stopProcess(survivor);
  }, 120_000);

  if (name === 'Redis')
    test('recover from an emptied Redis: schedules are restored and lost jobs are added again', async () => {
      const worker = start();
      await atLeast(20, 30_000);
      await flush(store.redisUrl ?? '');
      expect(await countSnapshots(database)).toBeLessThan(WEBSITES);
      await atLeast(WEBSITES, TAKEOVER_TIMEOUT_MS);
      expect(await wrongSnapshots(database, WEBSITES)).toEqual([]);
      expect(await readyStatus(await worker.url(), 200)).toBe(200);
      const queue = new Queue('insights', { connection: {} }, queueBackend(store));
      expect((await queue.getJobScheduler('weekly'))?.pattern).toBe('0 3 * * 1');
      await queue.close();
      await stopProcess(worker);
    }, 120_000);

  test('write at the next start what was missed while no worker ran', async () => {
    const first = start();
    await atLeast(20, 30_000);
    first.signal('SIGKILL');
    await first.exited;
    if (store.redisUrl) await flush(store.redisUrl);
    const next = start();
    await atLeast(WEBSITES, TAKEOVER_TIMEOUT_MS);
    expect(await wrongSnapshots(database, WEBSITES)).toEqual([]);
    await stopProcess(next);
  }, 120_000);
});

/** Slows down writing, so that the worker is killed in the middle even on a fast machine. */
async function slowDown(database: Database): Promise<void> {
  await database.sql.unsafe(`
    create function take_time() returns trigger language plpgsql as
      'begin perform pg_sleep(0.03); return new; end';
    create trigger take_time before insert on insights_snapshots for each row execute function take_time()`);
}

async function flush(redisUrl: string): Promise<void> {
  const redis = new Redis(redisUrl);
  await redis.flushdb();
  await redis.quit();
}
