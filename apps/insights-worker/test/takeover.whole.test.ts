import { type Database, openDatabase } from '@funnel/db';
import {
  blockInserts,
  type InsertGate,
  isOnCitus,
  readyStatus,
  type StartedProcess,
  startProcess,
  stopProcess,
  until,
} from '@funnel/testing';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Queue } from 'bullmq';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { queueBackend } from '../src/queue/backend.ts';
import { countSnapshots, wrongSnapshots, manyWebsites, NOW } from './support/many-websites.ts';
import { type Store, stores } from './support/stores.ts';

const script = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const REDIS_DATABASE = 4;
const WEBSITES = 30;
/** The workers stop at this many, until the test opens the gate. */
const BEFORE_GATE = 8;
const TIMEOUT_MS = 240_000;

// A trigger slows the snapshots down, and Citus has none on distributed tables.
(isOnCitus ? describe.skip : describe).each(stores)('workers with their queue on $name', ({ name, open }) => {
  let store: Store;
  let database: Database;
  let gate: InsertGate;
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

  const atLeast = (count: number) =>
    until(async () => expect(await countSnapshots(database)).toBeGreaterThanOrEqual(count), TIMEOUT_MS);

  beforeEach(async () => {
    store = await open(REDIS_DATABASE, manyWebsites(WEBSITES));
    if (store.redisUrl) await flush(store.redisUrl);
    database = openDatabase({ url: store.ownerUrl, applicationName: 'test', maxConnections: 3 });
    gate = await blockInserts(database, 'insights_snapshots', BEFORE_GATE);
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
    await atLeast(BEFORE_GATE);
    victim.signal('SIGKILL');
    expect(await victim.exited).toBe('SIGKILL');
    expect(await countSnapshots(database)).toBeLessThan(WEBSITES);
    await gate.open();
    await atLeast(WEBSITES);
    expect(await wrongSnapshots(database, WEBSITES)).toEqual([]);
    await stopProcess(survivor);
  });

  if (name === 'Redis')
    test('recover from an emptied Redis: schedules are restored and lost jobs are added again', async () => {
      const worker = start();
      await atLeast(BEFORE_GATE);
      await flush(store.redisUrl ?? '');
      expect(await countSnapshots(database)).toBeLessThan(WEBSITES);
      await gate.open();
      await atLeast(WEBSITES);
      expect(await wrongSnapshots(database, WEBSITES)).toEqual([]);
      expect(await readyStatus(await worker.url(), 200)).toBe(200);
      const queue = new Queue('insights', { connection: {} }, queueBackend(store));
      expect((await queue.getJobScheduler('weekly'))?.pattern).toBe('0 3 * * 1');
      await queue.close();
      await stopProcess(worker);
    });

  test('write at the next start what was missed while no worker ran', async () => {
    const first = start();
    await atLeast(BEFORE_GATE);
    first.signal('SIGKILL');
    await first.exited;
    if (store.redisUrl) await flush(store.redisUrl);
    await gate.open();
    const next = start();
    await atLeast(WEBSITES);
    expect(await wrongSnapshots(database, WEBSITES)).toEqual([]);
    await stopProcess(next);
  });
});

async function flush(redisUrl: string): Promise<void> {
  const redis = new Redis(redisUrl);
  await redis.flushdb();
  await redis.quit();
}
