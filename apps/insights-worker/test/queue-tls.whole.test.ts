import { migrateDatabase } from '@funnel/admin';
import { canMakeCertificates, startTlsServer } from '@funnel/testing';
import { expect, test } from '@jest/globals';
import { Queue } from 'bullmq';
import { queueBackend, type WorkQueue } from '../src/queue/backend.ts';

if (!canMakeCertificates)
  console.warn('NO OPENSSL: the test of a queue over TLS is SKIPPED. Install openssl.');

(canMakeCertificates ? test : test.skip)(
  'a queue in PostgreSQL follows sslmode and sslrootcert',
  async () => {
    const server = await startTlsServer();
    const queueOf = (parameters: string): WorkQueue => {
      const url = new URL(server.url);
      [url.hostname, url.search] = ['localhost', parameters];
      const queue: WorkQueue = new Queue(
        'test',
        { connection: {} },
        queueBackend({ redisUrl: undefined, databaseUrl: url.href }),
      );
      queue.on('error', () => {});
      return queue;
    };
    try {
      await migrateDatabase(server.url);
      for (const parameters of [
        `sslmode=verify-full&sslrootcert=${server.authority}`,
        'sslmode=require',
        '',
      ]) {
        const queue = queueOf(parameters);
        await expect(queue.getJobCounts()).resolves.toBeDefined();
        await queue.close();
      }
      const refused = queueOf(`sslmode=verify-full&sslrootcert=${server.otherAuthority}`);
      await expect(refused.getJobCounts()).rejects.toThrow(/certificate/);
      await refused.close().catch(() => {});
    } finally {
      await server.stop();
    }
  },
);
