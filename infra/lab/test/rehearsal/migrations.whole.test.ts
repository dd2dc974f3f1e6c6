import { createTestDatabase } from '@funnel/testing';
import { expect, test } from '@jest/globals';
import { FILLED, killMigrations } from './kills/kill-migrations.ts';

const TIMEOUT_MS = 7_200_000;
/** `KILLS=all` kills after every statement, also those on an empty database: for minutes, before a release. */
const isEvery = process.env['KILLS'] === 'all';

test(
  'a migration that is killed and run again leaves the same schema, rights and rows',
  async () => {
    // The roles of the services belong to the server; this creates them.
    const testDatabase = await createTestDatabase();
    const server = process.env['TEST_DATABASE_URL'] ?? '';
    const killed = await killMigrations(isEvery ? { server } : { server, points: 2, starts: [FILLED] });
    for (const { statements, kills } of killed) {
      expect(kills).toBe(isEvery ? statements : 2);
      expect(statements).toBeGreaterThan(100);
    }
    expect(killed).toHaveLength(isEvery ? 2 : 1);
    await testDatabase.drop();
  },
  TIMEOUT_MS,
);
