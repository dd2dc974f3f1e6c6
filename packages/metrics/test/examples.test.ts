import { describeExamples } from '@funnel/examples';
import { afterAll, beforeAll } from '@jest/globals';
import { type Connection, inReadTransaction, readWebsites, type WebsiteFacts } from '@funnel/db';
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

/** A read transaction, open until the example has ended. */
async function openTransaction() {
  let end = (): void => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  let running: Promise<void> = ended;
  const connection = await new Promise<Connection>((resolve) => {
    running = inReadTransaction(testDatabase.database, [trustedWebsiteId(1)], async (begun) => {
      resolve(begun);
      await ended;
    });
  });
  const close = () => {
    end();
    return running;
  };
  return { connection, close };
}

describeExamples(new URL('..', import.meta.url), {
  load: (specifier) => import(specifier),
  async setup(uses) {
    const { connection, close = async () => {} } = uses('connection') ? await openTransaction() : {};
    const values = {
      database: testDatabase.database,
      connection,
      shopWebsite,
      day: parseDay('2026-11-10'),
      period:
        shopWebsite && resolvePeriod(request, { facts: shopWebsite, now: new Date('2026-11-14T12:00:00Z') }),
      lastWatched: { day: parseDay('2026-11-12'), isOver: true },
    };
    return { values, close };
  },
});
