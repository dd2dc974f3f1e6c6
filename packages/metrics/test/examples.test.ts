import { describeExamples } from '@funnel/examples';
import { afterAll, beforeAll } from '@jest/globals';
import { readWebsites, type WebsiteFacts } from '@funnel/db';
import { parseDay, resolvePeriod, trustedWebsiteId } from '@funnel/domain';
import { addShop, createTestDatabase, type TestDatabase } from '@funnel/testing';

const request = { selection: { timeframe: 'this_month' }, comparePrevious: true } as const;
let testDatabase: TestDatabase;
let shopWebsite: WebsiteFacts | undefined;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  await addShop(testDatabase.database);
  [shopWebsite] = await readWebsites(testDatabase.database.sql, [trustedWebsiteId(1)]);
});
afterAll(() => testDatabase.drop());

describeExamples(new URL('..', import.meta.url), {
  load: (specifier) => import(specifier),
  setup: async () => ({
    values: {
      database: testDatabase.database,
      shopWebsite,
      day: parseDay('2026-11-10'),
      period:
        shopWebsite && resolvePeriod(request, { facts: shopWebsite, now: new Date('2026-11-14T12:00:00Z') }),
      lastWatched: { day: parseDay('2026-11-12'), isOver: true },
    },
  }),
});
