import { type Database, openDatabase } from '@funnel/db';
import { readyStatus, type StartedProcess, startProcess, stopProcess, until } from '@funnel/testing';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Queue } from 'bullmq';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { queueBackend } from '../src/queue/backend.ts';
import { countSnapshots, faultySnapshots, loadWebsites, NOW } from './support/many-websites.ts';
import { type Store, stores } from './support/stores.ts';

const script = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const REDIS_DATABASE = 4;
const WEBSITES = 200;
const PROMISED_MS = 60_000;

describe.each(stores)('workers whose queue is on $name', ({ name, open }) => {
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

  test('one of two is killed in the middle: every snapshot is there once, and whole', async () => {
    const [victim, survivor] = [start(), start()];
    await atLeast(20, 30_000);
    victim.signal('SIGKILL');
    expect(await victim.exited).toBe('SIGKILL');
    expect(await countSnapshots(database)).toBeLessThan(WEBSITES);
    await atLeast(WEBSITES, PROMISED_MS);
    expect(await faultySnapshots(database, WEBSITES)).toEqual([]);
    await stopProcess(survivor);
  }, 120_000);

  if (name === 'Redis')
    test('an emptied Redis: it consumes again, the schedules are back, and what was lost is made up for', async () => {
      const worker = start();
      await atLeast(20, 30_000);
      await flush(store.redisUrl ?? '');
      expect(await countSnapshots(database)).toBeLessThan(WEBSITES);
      await atLeast(WEBSITES, PROMISED_MS);
      expect(await faultySnapshots(database, WEBSITES)).toEqual([]);
      expect(await readyStatus(await worker.url(), 200)).toBe(200);
      const queue = new Queue('insights', { connection: {} }, queueBackend(store));
      expect((await queue.getJobScheduler('weekly'))?.pattern).toBe('0 3 * * 1');
      await queue.close();
      await stopProcess(worker);
    }, 120_000);

  test('what was missed while no worker ran is made up for at the next start', async () => {
    const first = start();
    await atLeast(20, 30_000);
    first.signal('SIGKILL');
    await first.exited;
    if (store.redisUrl) await flush(store.redisUrl);
    const next = start();
    await atLeast(WEBSITES, PROMISED_MS);
    expect(await faultySnapshots(database, WEBSITES)).toEqual([]);
    await stopProcess(next);
  }, 120_000);
});

/** So that there is a middle to be killed in, however fast the machine and however slow the test. */
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
