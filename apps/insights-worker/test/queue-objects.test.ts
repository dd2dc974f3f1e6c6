import { readFileSync, writeFileSync } from 'node:fs';
import { readQueueObjects } from '@funnel/admin';
import { createTestDatabase, isOnCitus } from '@funnel/testing';
import { Queue } from 'bullmq';
import { expect, test } from '@jest/globals';
import { queueBackend } from '../src/queue/backend.ts';

const FILE = new URL('../../../packages/admin/queue-objects.json', import.meta.url);

(isOnCitus ? test.skip : test)(
  '`roles` knows everything that BullMQ makes: after an update of BullMQ, write the list with WRITE=1 and read its difference',
  async () => {
    const db = await createTestDatabase();
    try {
      const storage = { databaseUrl: db.urlOf('insights-worker'), redisUrl: undefined };
      const queue = new Queue('insights', { connection: {} }, queueBackend(storage));
      await queue.add('a job', {});
      await queue.close();
      const made = await readQueueObjects(db.database.sql);
      if (process.env['WRITE']) writeFileSync(FILE, `${JSON.stringify(made, undefined, 2)}\n`);
      expect(made.length).toBeGreaterThan(100);
      expect(JSON.parse(readFileSync(FILE, 'utf8'))).toEqual(made);
    } finally {
      await db.drop();
    }
  },
);
