import { describeExamples } from '@funnel/examples';
import { parseDay, trustedWebsiteId } from '@funnel/domain';
import { afterAll, beforeAll } from '@jest/globals';
import {
  addShop,
  createTestDatabase,
  ENCRYPTION_KEY,
  type TestDatabase,
} from '../../../infra/test/support/src/index.ts';

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
      day: parseDay('2026-11-10'),
      encryptionKey: ENCRYPTION_KEY,
      sqlFolder: new URL('../sql/', import.meta.url),
      websiteId: trustedWebsiteId(1),
    },
  }),
});
