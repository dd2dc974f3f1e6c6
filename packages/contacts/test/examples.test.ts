import { describeExamples } from '@funnel/examples';
import { trustedWebsiteId } from '@funnel/domain';
import { afterAll, beforeAll } from '@jest/globals';
import { addShop, createTestDatabase, type TestDatabase } from '@funnel/testing';

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
      websiteId: trustedWebsiteId(1),
    },
  }),
});
