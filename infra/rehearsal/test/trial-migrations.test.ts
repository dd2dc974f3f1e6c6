import { findMigrationFaults } from '@funnel/local';
import { expect, test } from '@jest/globals';
import { TRIAL_MIGRATIONS } from '../src/upgrade/trial-migrations.ts';

test('the trial migrations keep the rules for migrations', () => {
  const files = Object.entries(TRIAL_MIGRATIONS).map(([name, text]) => ({ name, text }));
  expect(files).toHaveLength(3);
  expect(findMigrationFaults(files)).toEqual([]);
});
