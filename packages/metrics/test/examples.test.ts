import { describeExamples } from '@funnel/examples';
import { afterAll, beforeAll } from '@jest/globals';
import { readWebsites, type WebsiteFacts } from '@funnel/db';
import { trustedWebsiteId } from '@funnel/domain';
import { addShop, createTestDatabase, type TestDatabase } from '@funnel/testing';

let testDatabase: TestDatabase;
let website: WebsiteFacts | undefined;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  await addShop(testDatabase.database);
  [website] = await readWebsites(testDatabase.database.sql, [trustedWebsiteId(1)]);
});
afterAll(() => testDatabase.drop());

describeExamples(new URL('..', import.meta.url), {
  load: (specifier) => import(specifier),
  setup: async () => ({
    values: {
      database: testDatabase.database,
      website,
    },
  }),
});
