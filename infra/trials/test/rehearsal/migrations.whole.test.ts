import { createTestDatabase } from '@funnel/testing';
import { expect, test } from '@jest/globals';
import { FILLED, killMigrations } from '../../src/rehearsal/kills/kill-migrations.ts';

test('a migration that is killed and run again leaves the same schema, rights and rows', async () => {
  // The roles of the services belong to the server; this creates them.
  const testDatabase = await createTestDatabase();
  const server = process.env['TEST_DATABASE_URL'] ?? '';
  const [killed] = await killMigrations({ server, points: 2, starts: [FILLED] });
  expect(killed?.kills).toBe(2);
  expect(killed?.statements).toBeGreaterThan(100);
  await testDatabase.drop();
});
