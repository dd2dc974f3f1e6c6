import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Connection, inReadTransaction, readWebsites, type WebsiteFacts } from '@funnel/db';
import { declaredStatements } from '@funnel/db/sql';
import { type Period, trustedWebsiteId } from '@funnel/domain';
import { addShop, createTestDatabase, type TestDatabase, watchStatements } from '@funnel/testing';
import { readMetrics } from '../src/index.ts';

const ID = trustedWebsiteId(2);

let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  await addShop(testDatabase.database);
});
afterAll(() => testDatabase.drop());

const record = (visitor: number) => testDatabase.database.sql`
  insert into pending_events (website_id, day, type, visitor, revenue) values (2, '2026-11-10', 'view', ${visitor}, 0)`;

async function viewsOf(connection: Connection, website: WebsiteFacts): Promise<number> {
  const day = website.lastDay ?? 0;
  const period: Period = {
    timeframe: 'custom',
    window: { start: day, end: day },
    previous: undefined,
    series: undefined,
    countType: 'total',
  };
  const subjects = [{ level: 'website' as const, ids: [ID] }];
  const metrics = await readMetrics(connection, { websites: [website], period, subjects });
  return metrics.of('website', ID).current.views;
}

test('a transaction reads its pending events once; one that has not read the website reads all of them each time', async () => {
  const readPending = declaredStatements().find(({ file }) => file.endsWith('/read-pending.sql'))?.text;
  let sent = 0;
  const database = watchStatements(testDatabase.database, (text) => {
    if (text === readPending) sent += 1;
  });
  await record(1);
  const known = await inReadTransaction(database, [ID], async (connection) => {
    const [website] = await readWebsites(connection, [ID]);
    if (!website) throw new Error('no website');
    expect(await viewsOf(connection, website)).toBe(1);
    expect(await viewsOf(connection, website)).toBe(1);
    expect(sent).toBe(1);
    await record(2);
    // The snapshot is older.
    expect(await viewsOf(connection, website)).toBe(1);
    expect(sent).toBe(1);
    return website;
  });
  await inReadTransaction(database, [ID], async (connection) => {
    expect(await viewsOf(connection, known)).toBe(2);
    expect(await viewsOf(connection, known)).toBe(2);
  });
  expect(sent).toBe(3);
});
