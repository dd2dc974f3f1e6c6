import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Database } from '@funnel/db';
import { createTestDatabase, type TestDatabase } from '@funnel/testing';
import { watchWebsites } from '../../src/work.ts';
import {
  addDays,
  addPerson,
  addTold,
  addWebsites,
  mailTo,
  NOW,
  recordedAt,
  TODAY,
} from '../support/told-shop.ts';

const HOUR_MS = 3_600_000;
let db: TestDatabase;
let worker: Database;
let owner: number;
beforeEach(async () => {
  db = await createTestDatabase();
  worker = db.openAs('insights-worker');
  await addWebsites(db.database);
  await addDays(db.database, {
    websiteId: 1,
    first: TODAY - 14,
    last: TODAY,
    viewers: 120,
    converted: 0,
  });
  const ann = await addPerson(db.database, 'ann@example.com', { accountId: 1, role: 'owner' });
  const bob = await addPerson(db.database, 'bob@example.com', { accountId: 1, role: 'member' });
  owner = await addTold(db.database, { userId: ann }, mailTo('ann@example.com'), { noData: true });
  await addTold(db.database, { userId: bob }, mailTo('bob@example.com'), { noData: true });
});
afterEach(() => db.drop());

const watch = (now: Date) => watchWebsites(worker, { now, intervalMs: HOUR_MS });
const told = () => db.database.sql`
  select channel_id, payload from notification_messages where type = 'website.silent'`;
const hours = (count: number) => new Date(NOW.getTime() + count * HOUR_MS);

test('owners are told once of a website that says nothing for longer than any night', async () => {
  await recordedAt(db.database, 1, NOW);
  await watch(hours(0.5));
  for (const hour of [3, 8, 13]) await watch(hours(hour));
  expect(await told()).toEqual([]);
  await watch(hours(15));
  expect(await told()).toMatchObject([
    { channel_id: owner, payload: { website: { id: 1 }, lastEventAt: NOW.toISOString(), usual: 75 } },
  ]);
  for (const hour of [16, 30, 60]) await watch(hours(hour));
  expect(await told()).toHaveLength(1);
});

test('and again only of the next silence', async () => {
  await recordedAt(db.database, 1, NOW);
  await watch(hours(15));
  const [first, last] = [TODAY + 1, TODAY + 2];
  await addDays(db.database, { websiteId: 1, first, last, viewers: 120, converted: 0 });
  await recordedAt(db.database, 1, hours(16));
  await watch(hours(16.5));
  const [episode] = await db.database.sql`select ended_how from notification_episodes where kind = 'no_data'`;
  expect(episode?.['ended_how']).toBe('returned');
  await db.database.sql`update notification_messages set outcome = 'sent', done_at = now()`;
  await watch(hours(32));
  // The first one was longer: 16 hours are not unusual any more.
  expect(await told()).toHaveLength(1);
  await watch(hours(16 + 33));
  expect(await told()).toHaveLength(2);
});

test('a website that was watched for a week is missed sooner', async () => {
  for (let hour = 0; hour <= 8 * 24; hour++) {
    const time = new Date(NOW.getTime() - (8 * 24 - hour) * HOUR_MS);
    await recordedAt(db.database, 1, time);
    await watch(time);
  }
  await watch(hours(1.5));
  expect(await told()).toEqual([]);
  await watch(hours(3));
  expect(await told()).toMatchObject([{ payload: { usual: 15 } }]);
});

test('events that are not in the totals yet are events', async () => {
  await recordedAt(db.database, 1, NOW);
  await db.database.sql`
    insert into pending_events (website_id, day, type, visitor, recorded_at)
    values (1, '2026-11-14', 'view', 1, ${hours(14).toISOString()}::timestamptz)`;
  await watch(hours(15));
  expect(await told()).toEqual([]);
});

test('a small website may be silent for long', async () => {
  await addDays(db.database, { websiteId: 2, first: TODAY - 14, last: TODAY - 1, viewers: 4, converted: 0 });
  await recordedAt(db.database, 2, NOW);
  await watch(hours(0.5));
  await watch(hours(48));
  expect((await told()).filter(({ payload }) => payload.website.id === 2)).toEqual([]);
});
