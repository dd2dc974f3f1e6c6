import { createTestDatabase, type TestData } from '@funnel/testing';
import { test } from '@jest/globals';

/** Where a queue is stored. */
export interface Store {
  /** With the role of the worker. */
  databaseUrl: string;
  /** With the role of the owner. */
  ownerUrl: string;
  redisUrl: string | undefined;
  drop(): Promise<void>;
}

/** The storages to test. Each suite gets its own PostgreSQL database and, on Redis, its own database number. */
export const stores: { name: string; open(redisDatabase: number, data?: TestData): Promise<Store> }[] = [
  {
    name: 'PostgreSQL',
    async open(_redisDatabase, data) {
      const db = await createTestDatabase(data);
      const databaseUrl = db.urlOf('insights-worker');
      return { databaseUrl, ownerUrl: db.url, redisUrl: undefined, drop: () => db.drop() };
    },
  },
];

const redis = process.env['TEST_REDIS_URL'];
if (redis) {
  stores.push({
    name: 'Redis',
    async open(redisDatabase, data) {
      const db = await createTestDatabase(data);
      const redisUrl = new URL(redis);
      redisUrl.pathname = `/${redisDatabase}`;
      const databaseUrl = db.urlOf('insights-worker');
      return { databaseUrl, ownerUrl: db.url, redisUrl: redisUrl.href, drop: () => db.drop() };
    },
  });
} else {
  // oxlint-disable-next-line no-console -- a skipped storage must be visible
  console.warn('TEST_REDIS_URL is not set: the queue is tested on PostgreSQL only, not on Redis.');
  test.skip('Redis: not tested, because TEST_REDIS_URL is not set', () => {});
}
