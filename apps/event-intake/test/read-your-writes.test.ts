import { ENCRYPTION_KEY, NOW } from '@funnel/fixtures';
import { importCatalog } from '@funnel/ingest';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type IntakeApp, startIntakeApp } from './support/intake-app.ts';
import { viewOf } from './support/shop-events.ts';
import { totalsOf } from './support/totals.ts';

const WRITERS = 8;
const ROUNDS = 12;

let intake: IntakeApp;
beforeAll(async () => {
  intake = await startIntakeApp();
});
afterAll(() => intake.stop());

/** Each writer has a website of its own, so that it knows what its reports must say. */
async function addWebsites(): Promise<number[]> {
  const ids = Array.from({ length: WRITERS }, (_, index) => 1_001 + index);
  const websites = ids.map((id) => ({ id, account_id: 1, name: `${id}.example` }));
  await importCatalog(intake.database, { websites }, { encryptionKey: ENCRYPTION_KEY, now: NOW });
  return ids;
}

test('after each 200 the next report has the events, from many writers at once', async () => {
  const websiteIds = await addWebsites();
  let checked = 0;
  const writers = websiteIds.map(async (websiteId) => {
    const { token } = await intake.token({ websiteIds: [websiteId] });
    const sums = { views: 0, orders: 0, cents: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      const views = 1 + ((websiteId + round) % 7);
      const cents = 100 + round;
      const order = viewOf(websiteId, { type: 'order', revenue: cents / 100 });
      const events = [...Array.from({ length: views }, () => viewOf(websiteId)), order];
      // Every other body is sent twice, as after a lost answer.
      const bodies = round % 2 === 0 ? [events] : [events, events];
      const answers = await Promise.all(bodies.map((body) => intake.post(token, body)));
      expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 200));
      sums.views += views;
      sums.orders += 1;
      sums.cents += cents;
      expect(await totalsOf(intake.database, websiteId)).toEqual({
        views: sums.views,
        orders: sums.orders,
        revenue: sums.cents / 100,
      });
      checked += 1;
    }
  });
  await Promise.all(writers);
  expect(checked).toBe(WRITERS * ROUNDS);
});
