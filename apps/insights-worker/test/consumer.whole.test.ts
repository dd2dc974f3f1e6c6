import { createLogger, createRegistry, type Registry } from '@funnel/service';
import { until } from '@funnel/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { Queue, UnrecoverableError } from 'bullmq';
import { type JobHandler, queueBackend, type WorkQueue } from '../src/queue/backend.ts';
import { type Consumer, type ConsumerOptions, createConsumer } from '../src/queue/consumer.ts';
import { type Store, stores } from './support/stores.ts';

const HEARTBEAT_MS = 200;
/** An interval that cannot pass during a test: the second heartbeat never comes. */
const LONGER_THAN_THE_TEST_MS = 300_000;
const REDIS_DATABASE = 1;

describe.each(stores)('a consumer on $name', ({ open }) => {
  let store: Store;
  let queue: WorkQueue;
  const consumers: Consumer[] = [];

  function start(options: Partial<ConsumerOptions> = {}): Consumer {
    const consumer = createConsumer({
      backend: queueBackend(store),
      handlers: {},
      schedules: [],
      addMissingJobs: async () => {},
      concurrency: 4,
      lockMs: 30_000,
      heartbeatIntervalMs: HEARTBEAT_MS,
      ping: async () => {},
      logger: createLogger({ service: 'test', level: 'silent' }),
      registry: createRegistry('test'),
      wallClock: () => new Date(),
      ...options,
    });
    consumers.push(consumer);
    void consumer.run();
    return consumer;
  }

  const heartbeats = async () => (await queue.getJobScheduler('heartbeat'))?.iterationCount ?? 0;

  beforeAll(async () => {
    store = await open(REDIS_DATABASE);
    queue = new Queue('insights', { connection: {} }, queueBackend(store));
  });
  beforeEach(async () => {
    await queue.obliterate({ force: true });
    await queue.resume();
  });
  afterEach(async () => {
    for (const consumer of consumers.splice(0)) await consumer.close();
  });
  afterAll(async () => {
    await queue.close();
    await store.drop();
  });

  test('is not ready before it runs, and becomes ready with its first heartbeat', async () => {
    const consumer = start({ heartbeatIntervalMs: LONGER_THAN_THE_TEST_MS });
    await expect(consumer.check()).rejects.toThrow();
    await until(() => consumer.check());
  });

  test('does not wait for the next heartbeat when another consumer has just stopped', async () => {
    const first = start({ heartbeatIntervalMs: LONGER_THAN_THE_TEST_MS });
    await until(() => first.check());
    await first.close();
    const second = start({ heartbeatIntervalMs: LONGER_THAN_THE_TEST_MS });
    await until(() => second.check());
  });

  test('is not ready while no heartbeat is processed', async () => {
    const consumer = start();
    await until(() => consumer.check());
    await queue.pause();
    await until(() => expect(consumer.check()).rejects.toThrow('heartbeats'));
    await queue.resume();
    await until(() => consumer.check());
  });

  test('is not ready while all its slots hang, even if another consumer processes heartbeats', async () => {
    let release = () => {};
    const hanging = new Promise<void>((resolve) => {
      release = resolve;
    });
    const stuck = start({ handlers: { hang: () => hanging } });
    try {
      for (let slot = 0; slot < 4; slot++) await queue.add('hang', {});
      await until(() => expect(queue.getActiveCount()).resolves.toBe(4));
      const other = start();
      await until(() => other.check());
      await until(() => expect(stuck.check()).rejects.toThrow('does not poll for jobs'));
      await until(() => other.check());
    } finally {
      release();
    }
    await until(() => stuck.check());
  });

  test('stays ready while jobs are waiting, because heartbeats run first', async () => {
    const handlers: Record<string, JobHandler> = {
      dispatch: (_job, own) => own.addBulk(Array.from({ length: 200 }, () => ({ name: 'work', data: {} }))),
      work: () => sleep(50),
    };
    const consumer = start({ handlers });
    await until(() => consumer.check());
    await queue.add('dispatch', {});
    await until(async () => expect(await queue.getPrioritizedCount()).toBeGreaterThan(0));
    const before = await heartbeats();
    await until(async () => expect(await heartbeats()).toBeGreaterThanOrEqual(before + 5));
    await until(() => consumer.check());
    expect(await queue.getPrioritizedCount()).toBeGreaterThan(0);
  });

  test('is ready beside others, whichever of them processes the heartbeats', async () => {
    const all = [start(), start(), start()];
    for (let round = 0; round < 3; round++) {
      await until(() => Promise.all(all.map((consumer) => consumer.check())));
      // Long enough for a consumer without heartbeats to be reported.
      await sleep(4 * HEARTBEAT_MS);
    }
    await until(() => Promise.all(all.map((consumer) => consumer.check())));
  });

  test('restores a lost schedule', async () => {
    const consumer = start();
    await until(() => consumer.check());
    await queue.removeJobScheduler('heartbeat');
    await until(() => expect(consumer.check()).rejects.toThrow());
    await until(() => consumer.check());
  });

  test('changes the interval of an existing schedule', async () => {
    const former = start({ heartbeatIntervalMs: 10_000 });
    await until(() => former.check());
    await former.close();
    const consumer = start();
    await until(async () => expect((await queue.getJobScheduler('heartbeat'))?.every).toBe(HEARTBEAT_MS));
    await until(() => consumer.check());
  });

  test('never skips a scheduled run that is due but still waiting', async () => {
    const slots: unknown[] = [];
    const weekly = { id: 'weekly', repeat: { pattern: '* * * * * *', tz: 'UTC' } };
    await queue.pause();
    const handlers = { weekly: async (job: { id?: string | undefined }) => slots.push(job.id) };
    start({ handlers, schedules: [weekly] });
    const planned = await until(async () => {
      const scheduler = await queue.getJobScheduler('weekly');
      if (!scheduler?.next) throw new Error('not scheduled yet');
      return scheduler.next;
    });
    await sleep(1500);
    expect((await queue.getJobScheduler('weekly'))?.next).toBe(planned);
    await queue.resume();
    await until(async () => expect(slots[0]).toBe(`repeat:weekly:${planned}`));
  });

  test('finishes the running job when it is closed', async () => {
    const events: string[] = [];
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const slow = async () => {
      await finished;
      events.push('finished');
    };
    const consumer = start({ handlers: { slow } });
    await until(() => consumer.check());
    await queue.add('slow', {});
    await until(async () => expect(await queue.getActiveCount()).toBe(1));
    const closing = consumer.close().then(() => events.push('closed'));
    await sleep(300);
    finish();
    await closing;
    expect(events).toEqual(['finished', 'closed']);
  });

  test('a thousand days of jobs leave only the last ones that completed and the last ones that failed', async () => {
    const [weeks, keptJobs, concurrency] = [143, 50, 20];
    const handlers: Record<string, JobHandler> = {
      often: async () => {},
      snapshot: async ({ data }) => {
        if ((data as { fails: boolean }).fails) throw new UnrecoverableError('as planned');
      },
    };
    const consumer = start({
      handlers,
      keptJobs,
      concurrency,
      schedules: [{ id: 'often', repeat: { every: HEARTBEAT_MS } }],
    });
    await until(() => consumer.check());
    const jobs = Array.from({ length: 2 * weeks }, (_, index) => ({
      name: 'snapshot',
      data: { fails: index % 2 === 0 },
    }));
    await consumer.queue()?.addBulk(jobs);
    await until(async () => expect(await queue.getPrioritizedCount()).toBe(0));
    await until(async () => expect(await queue.getActiveCount()).toBeLessThan(2));
    const { completed = 0, failed = 0 } = await queue.getJobCounts('completed', 'failed');
    // Jobs that end at the same moment on PostgreSQL do not see each other; the next one removes what they left.
    for (const count of [completed, failed]) {
      expect(count).toBeGreaterThanOrEqual(keptJobs);
      expect(count).toBeLessThan(keptJobs + concurrency);
    }
    // Jobs of a schedule are limited, too.
    await until(async () => {
      const often = (await queue.getJobs(['completed'])).find(({ name }) => name === 'often');
      expect(often?.opts.removeOnComplete).toEqual({ count: keptJobs });
    });
  });

  test('counts jobs by name and outcome, and fails jobs with an unknown name', async () => {
    const registry: Registry = createRegistry('test');
    start({ registry });
    await queue.add('unknown-job', {});
    await until(async () => {
      const text = await registry.metrics();
      expect(text).toMatch(/job_duration_seconds_count\{.*name="heartbeat",outcome="completed"\}/);
      expect(text).toMatch(/job_duration_seconds_count\{.*name="unknown-job",outcome="failed"\} 1/);
    });
  });
});
