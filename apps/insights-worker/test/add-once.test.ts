import { createLogger, createRegistry } from '@funnel/service';
import { until } from '@funnel/testing';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { addOnce } from '../src/queue/add-once.ts';
import { queueBackend } from '../src/queue/backend.ts';
import { type OpenQueue, openQueue, untilReady } from '../src/queue/open-queue.ts';
import { type Store, stores } from './support/stores.ts';

const REDIS_DATABASE = 12;

describe.each(stores)('a job that is added once, on $name', ({ open }) => {
  let store: Store;
  let opened: OpenQueue;
  let runs: number;
  let work: () => Promise<void>;
  beforeEach(async () => {
    store = await open(REDIS_DATABASE);
    runs = 0;
    const run = async () => {
      runs += 1;
      await work();
    };
    opened = openQueue({
      backend: queueBackend(store),
      handlers: { watch: run, deliver: run, 'catch-up': run },
      concurrency: 4,
      lockMs: 30_000,
      heartbeatIntervalMs: 200,
      logger: createLogger({ service: 'test', level: 'silent' }),
      registry: createRegistry('test'),
      wallClock: () => new Date(),
    });
    await untilReady(opened);
  });
  afterEach(async () => {
    await opened.worker.close();
    await opened.queue.obliterate({ force: true });
    await opened.queue.close();
    await store.drop();
  });

  const isOver = () =>
    until(async () => {
      const counts = await opened.queue.getJobCounts('active', 'waiting', 'prioritized', 'delayed');
      expect(Object.values(counts).every((count) => count === 0)).toBe(true);
      expect(opened.running()).toBe(0);
    });

  test.each(['watch', 'deliver', 'catch-up'])('%s runs again after it failed', async (name) => {
    work = () => Promise.reject(new Error('the database was away'));
    for (let time = 1; time <= 3; time += 1) {
      await addOnce(opened.queue, name);
      await until(async () => expect(runs).toBe(time));
      await isOver();
    }
  });

  test('and is one while it runs', async () => {
    let end = () => {};
    work = () => new Promise<void>((resolve) => (end = resolve));
    await addOnce(opened.queue, 'watch');
    await until(async () => expect(runs).toBe(1));
    for (let time = 1; time <= 3; time += 1) await addOnce(opened.queue, 'watch');
    end();
    await isOver();
    expect(runs).toBe(1);
  });
});
