import { fileURLToPath } from 'node:url';
import { findMigrationFaults } from '@funnel/local/check-migrations';
import { createTestDatabase } from '@funnel/testing';
import { expect, test } from '@jest/globals';
import { FILLED, killMigrations } from '../src/kills/kill-migrations.ts';
import { TRIAL_MIGRATIONS } from '../src/upgrade/trial-migrations.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

test('a migration that is killed and run again leaves the same schema, rights and rows', async () => {
  // The roles of the services belong to the server; this creates them.
  const testDatabase = await createTestDatabase();
  const server = process.env['TEST_DATABASE_URL'] ?? '';
  const [killed] = await killMigrations({ root: ROOT, server, points: 2, starts: [FILLED] });
  expect(killed?.kills).toBe(2);
  expect(killed?.statements).toBeGreaterThan(100);
  await testDatabase.drop();
});

test('the trial migrations keep the rules for migrations', () => {
  const files = Object.entries(TRIAL_MIGRATIONS).map(([name, text]) => ({ name, text }));
  expect(files).toHaveLength(3);
  expect(findMigrationFaults(files)).toEqual([]);
});
