import { describeExamples } from '@funnel/examples';
import { afterAll, beforeAll } from '@jest/globals';
import {
  addShop,
  createTestDatabase,
  ENCRYPTION_KEY,
  type TestDatabase,
} from '../../../infra/test/support/src/index.ts';

// `partitionEvents` splits the tables of one PostgreSQL; Citus has split them already.
process.env['CITUS_URL'] = '';

let testDatabase: TestDatabase;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  await addShop(testDatabase.database);
});
afterAll(() => testDatabase.drop());

describeExamples(new URL('..', import.meta.url), {
  load: (specifier) => import(specifier),
  setup: async () => ({
    values: {
      database: testDatabase.database,
      databaseUrl: testDatabase.url,
      encryptionKey: ENCRYPTION_KEY,
    },
  }),
});
