import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Database } from '@funnel/db';
import { formatDay } from '@funnel/domain';
import { foldPending, importCatalog, recordEvents } from '@funnel/ingest';
import { createTestDatabase, newVisitorToken, type TestDatabase } from '@funnel/testing';
import { watchWebsites } from '../../src/work.ts';
import { addPerson, addTold, addWebsites, at, KEY, mailTo, NOW, TODAY } from '../support/told-shop.ts';

let db: TestDatabase;
let worker: Database;
beforeEach(async () => {
  db = await createTestDatabase();
  worker = db.openAs('insights-worker');
  await addWebsites(db.database);
  await splitTraffic(50);
  const ann = await addPerson(db.database, 'ann@example.com', { accountId: 1, role: 'owner' });
  await addTold(db.database, { userId: ann }, mailTo('ann@example.com'));
});
afterEach(() => db.drop());

const splitTraffic = (percent: number) =>
  importCatalog(
    db.database,
    {
      campaigns: [
        {
          id: 101,
          website_id: 1,
          name: 'Offer 1',
          cta_type: 'bar',
          status: 'live',
          variants: [
            { id: 1011, variation: 'a', traffic_percentage: percent },
            { id: 1012, variation: 'b', traffic_percentage: 100 - percent },
          ],
        },
      ],
    },
    { encryptionKey: KEY, now: NOW },
  );

async function addViewers(first: number, last: number, converted: { a: number; b: number }): Promise<void> {
  const events = [1011, 1012].flatMap((variant, place) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index).flatMap((day) =>
      Array.from({ length: 100 }, (_each, viewer) => {
        const event = {
          website_id: 1,
          campaign_id: 101,
          variant_id: variant,
          visitor_token: newVisitorToken(),
          occurred_at: `${formatDay(day)}T09:00:00Z`,
        };
        const converts = viewer < (place === 0 ? converted.a : converted.b);
        return (converts ? ['view', 'conversion'] : ['view']).map((type) => ({
          ...event,
          event_id: randomUUID(),
          type,
        }));
      }).flat(),
    ),
  );
  expect((await recordEvents(db.database, events, { now: at(last + 1) })).refused).toEqual([]);
  await foldPending(db.database, { minEvents: 1 });
}

const watch = (now: Date) => watchWebsites(worker, { now, intervalMs: 3_600_000 });
const told = () => db.database.sql`select payload from notification_messages order by created_at`;

test('an experiment is told once, when it is decided', async () => {
  await addViewers(TODAY - 3, TODAY - 1, { a: 10, b: 10 });
  await watch(at(TODAY - 1));
  expect(await told()).toEqual([]);
  await addViewers(TODAY, TODAY + 9, { a: 10, b: 30 });
  await watch(at(TODAY + 10));
  expect(await told()).toMatchObject([
    {
      payload: {
        type: 'experiment.decided',
        campaign: { id: 101, name: 'Offer 1' },
        outcome: 'wins',
        since: TODAY - 3,
        variant: { id: 1012, letter: 'B', viewers: 1300, converted: 330 },
        others: [{ id: 1011, letter: 'A', viewers: 1300, converted: 130 }],
      },
    },
  ]);
  await addViewers(TODAY + 10, TODAY + 11, { a: 10, b: 30 });
  await watch(at(TODAY + 12));
  expect(await told()).toHaveLength(1);
});

test('it is found for who gets the digest only, and ends with the experiment', async () => {
  await db.database.sql`update notification_channels set verdicts = false, breaks = false, digest = true`;
  await addViewers(TODAY, TODAY + 9, { a: 10, b: 30 });
  await watch(at(TODAY + 10));
  expect(await told()).toEqual([]);
  const episodes = () => db.database.sql`select kind, ended_how from notification_episodes`;
  expect(await episodes()).toEqual([{ kind: 'verdict', ended_how: null }]);
  await db.database.sql`update campaigns set status = 'archived' where id = 101`;
  await watch(at(TODAY + 11));
  expect(await episodes()).toEqual([{ kind: 'verdict', ended_how: 'ended' }]);
});
