import { importCatalog, recordEvents } from '@funnel/ingest';
import { openDatabase, type Database } from '@funnel/db';
import { createLogger, createRegistry, type Registry } from '@funnel/service';
import { until } from '@funnel/testing';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { Queue } from 'bullmq';
import { insightsJobs } from '../src/insights/insights-jobs.ts';
import { queueBackend, type WorkQueue } from '../src/queue/backend.ts';
import { type Consumer, createConsumer } from '../src/queue/consumer.ts';
import { countSnapshots, wrongSnapshots, manyWebsites, NOW, visit, WEEK } from './support/many-websites.ts';
import { type Store, stores } from './support/stores.ts';

const REDIS_DATABASE = 3;
const WEBSITES = 12;

describe.each(stores)('the weekly job on $name', ({ open }) => {
  let store: Store;
  let database: Database;
  let queue: WorkQueue;
  const consumers: Consumer[] = [];

  function start({ now = NOW, registry = createRegistry('test') }: { now?: Date; registry?: Registry } = {}) {
    const logger = createLogger({ service: 'test', level: 'silent' });
    const consumer = createConsumer({
      ...insightsJobs({ database, clock: () => now, logger, registry, phraser: undefined }),
      backend: queueBackend(store),
      heartbeatIntervalMs: 200,
      concurrency: 4,
      lockMs: 30_000,
      ping: async () => {},
      logger,
      registry,
      wallClock: () => new Date(),
    });
    consumers.push(consumer);
    void consumer.run();
    return consumer;
  }

  const stopAll = async () => {
    for (const consumer of consumers.splice(0)) await consumer.close();
  };
  const written = async (count: number) => {
    await until(async () => expect(await countSnapshots(database)).toBe(count));
    await idle();
  };
  const idle = () =>
    until(async () => {
      const { waiting, active, prioritized, delayed } = await queue.getJobCounts();
      // The two schedules wait for their next run.
      expect({ waiting, active, prioritized, delayed }).toEqual({
        waiting: 0,
        active: 0,
        prioritized: 0,
        delayed: 2,
      });
    });
  /** A consumer that is closed while it starts gives its last connection back a moment later. */
  const untilAlone = () =>
    until(async () => {
      const others = await database.sql`
        select application_name from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend' and application_name <> 'test'`;
      expect(others).toEqual([]);
    });
  const weeksOf = async (websiteId: number) => {
    const rows = await database.sql`
      select week::text from insights_snapshots where website_id = ${websiteId} order by week`;
    return rows.map(({ week }) => week);
  };

  beforeEach(async () => {
    store = await open(REDIS_DATABASE, manyWebsites(WEBSITES));
    database = openDatabase({ url: store.ownerUrl, applicationName: 'test', maxConnections: 5 });
    queue = new Queue('insights', { connection: {} }, queueBackend(store));
    await queue.obliterate({ force: true });
  });
  afterEach(async () => {
    await stopAll();
    await queue.close();
    await untilAlone();
    await database.close();
    await store.drop();
  });

  test('writes complete and correct snapshots of the due week at start', async () => {
    start();
    await written(WEBSITES);
    expect(await wrongSnapshots(database, WEBSITES)).toEqual([]);
  });

  test('exposes the number of jobs by state', async () => {
    const registry = createRegistry('test');
    start({ registry });
    await written(WEBSITES);
    // Repeated, because a heartbeat may be running and not waiting at the moment of the count.
    await until(async () =>
      expect(await registry.metrics()).toMatch(/^queue_jobs\{state="delayed",.*\} 2$/m),
    );
  });

  test('is scheduled for Mondays at 03:00 UTC', async () => {
    start();
    const plan = await until(async () => {
      const scheduler = await queue.getJobScheduler('weekly');
      if (!scheduler?.next) throw new Error('not scheduled yet');
      return scheduler;
    });
    expect(plan).toMatchObject({ pattern: '0 3 * * 1', tz: 'UTC' });
    expect(new Date(plan.next ?? 0).toISOString()).toMatch(/T03:00:00.000Z$/);
    expect(new Date(plan.next ?? 0).getUTCDay()).toBe(1);
  });

  test('writes the week that has just ended, even a moment before 03:00', async () => {
    start({ now: new Date('2026-11-16T02:59:59.998Z') });
    await until(async () => expect(await weeksOf(1)).toEqual(['2026-11-02']));
    await queue.add('weekly', {});
    await until(async () => expect(await weeksOf(1)).toEqual(['2026-11-02', WEEK]));
  });

  test('writes every week missed since the first snapshot; a new website gets only the newest', async () => {
    await database.sql`insert into insights_snapshots (website_id, week, recommendations)
      values (1, '2026-10-19', '[]'), (1, '2026-11-02', '[]'), (2, '2026-09-28', '[]')`;
    const later = { id: 99, account_id: 1, name: 'later.example', created_at: '2026-11-16T01:00:00Z' };
    await importCatalog(
      database,
      { accounts: [{ id: 1, name: 'Many' }], websites: [later] },
      { encryptionKey: new Uint8Array(randomBytes(32)), now: NOW },
    );
    start();
    await written(WEBSITES + 1);
    expect(await weeksOf(1)).toEqual(['2026-10-19', '2026-10-26', '2026-11-02', WEEK]);
    expect(await weeksOf(2)).toEqual([
      '2026-09-28',
      '2026-10-05',
      '2026-10-12',
      '2026-10-19',
      '2026-10-26',
      '2026-11-02',
      WEEK,
    ]);
    expect(await weeksOf(3)).toEqual([WEEK]);
    expect(await weeksOf(99)).toEqual([WEEK]);
  });

  test('changes nothing when it is dispatched repeatedly', async () => {
    start();
    await written(WEBSITES);
    const dump = () => database.sql`select s.*, a.version from insights_snapshots s
      join website_activity a using (website_id) order by website_id, week`;
    const before = await dump();
    for (let round = 0; round < 3; round++) {
      await queue.add('weekly', {});
      await queue.add('snapshot', { website_id: 1, week: WEEK }, { jobId: `again-${round}` });
      start();
    }
    await idle();
    expect(await dump()).toEqual(before);
  });

  test('retries a temporary failure', async () => {
    await database.sql`alter table insights_metrics add constraint later check (website_id <> 5)`;
    start();
    await until(async () => expect(await countSnapshots(database)).toBe(WEBSITES - 1));
    await database.sql`alter table insights_metrics drop constraint later`;
    await until(async () => expect(await countSnapshots(database)).toBe(WEBSITES));
    expect(await wrongSnapshots(database, WEBSITES)).toEqual([]);
  });

  test('does not retry a damaged sketch, writes the other websites, and catches up after a repair', async () => {
    const sketch = await damageSketch();
    start();
    const failed = await until(async () => {
      const [job] = await queue.getFailed();
      if (!job) throw new Error('no failed job yet');
      return job;
    });
    expect(failed).toMatchObject({ id: `snapshot-7-${WEEK}`, attemptsMade: 1 });
    expect(failed.failedReason).toMatch(/sketch/i);
    await until(async () => expect(await countSnapshots(database)).toBe(WEBSITES - 1));
    await database.sql`update rollups set views_sketch = ${sketch} where website_id = 7 and level = 'website'`;
    await stopAll();
    start();
    await written(WEBSITES);
    expect(await wrongSnapshots(database, WEBSITES)).toEqual([]);
  });

  test('fails a job with invalid data without retries', async () => {
    const registry = createRegistry('test');
    start({ registry });
    await written(WEBSITES);
    for (const data of [{}, { website_id: 1, week: '2026-11-10' }, { website_id: 0, week: WEEK }])
      await queue.add('snapshot', data, { attempts: 5 });
    await until(async () => expect(await queue.getFailed()).toHaveLength(3));
    for (const job of await queue.getFailed()) expect(job.attemptsMade).toBe(1);
    expect(await registry.metrics()).toMatch(
      new RegExp(`insights_snapshots_total\\{outcome="written",.*\\} ${WEBSITES}`),
    );
  });

  /** All buckets of a website have the same sketch here; its last byte belongs to the checksum. */
  async function damageSketch(): Promise<string> {
    const [row] = await database.sql`
      select views_sketch from rollups where website_id = 7 and level = 'website' and grain = 'week'`;
    const sketch: string = row?.['views_sketch'];
    const bytes = Buffer.from(sketch, 'base64');
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
    await database.sql`
      update rollups set views_sketch = ${bytes.toString('base64')} where website_id = 7 and level = 'website'`;
    // The estimate is stored beside the sketch; the sketch is read because of a pending visit.
    await recordEvents(database, visit(7), { now: NOW });
    return sketch;
  }
});
