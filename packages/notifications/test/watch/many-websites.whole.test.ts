import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { dayOf } from '@funnel/domain';
import { createTestDatabase, type TestDatabase, watchStatements } from '@funnel/testing';
import { watchWebsites } from '../../src/work.ts';
import { addManyWebsites } from '../support/many-broken.ts';
import { addPerson, addTold, mailTo } from '../support/told-shop.ts';

/** `WEBSITES=10000` for the figures of docs/operate/sizing.md. */
const WEBSITES = Number(process.env['WEBSITES'] ?? 1_000);
const BROKEN = WEBSITES / 200;
const HOUR_MS = 3_600_000;

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  const today = dayOf(new Date());
  await addManyWebsites(db.database, { count: WEBSITES, broken: BROKEN, today, campaigns: 3 });
  const ann = await addPerson(db.database, 'ann@example.com', { accountId: 1, role: 'owner' });
  await addTold(db.database, { userId: ann }, mailTo('ann@example.com'), { noData: true });
});
afterAll(() => db.drop());

test('all websites are watched with a few statements for each fifty, and none for those with nothing new', async () => {
  let statements = 0;
  const worker = watchStatements(db.openAs('insights-worker'), () => (statements += 1));
  const now = new Date();
  const look = async () => {
    statements = 0;
    const startedAt = performance.now();
    const before = process.cpuUsage();
    const summary = await watchWebsites(worker, { now, intervalMs: HOUR_MS });
    const { user, system } = process.cpuUsage(before);
    return {
      summary,
      seconds: (performance.now() - startedAt) / 1000,
      cpuSeconds: (user + system) / 1e6,
      statements,
      rssMb: Math.round(process.memoryUsage.rss() / 1e6),
    };
  };
  const first = await look();
  expect(first.summary).toMatchObject({
    changed: WEBSITES,
    opened: 3 * BROKEN,
    messages: 3 * BROKEN,
    failed: 0,
  });
  const again = await look();
  expect(again.summary).toMatchObject({ websites: WEBSITES, changed: 0, messages: 0 });
  expect(again.statements).toBeLessThanOrEqual(3);
  await db.database.sql`update website_activity set version = version + 1 where website_id % 10 = 0`;
  const tenth = await look();
  expect(tenth.summary).toMatchObject({ changed: WEBSITES / 10, opened: 0, messages: 0 });
  // oxlint-disable-next-line no-console -- the figures of the trial
  console.log(JSON.stringify({ WEBSITES, first, again, tenth }));
  expect(first.statements).toBeLessThan(WEBSITES / 5 + 40 * BROKEN);
});
