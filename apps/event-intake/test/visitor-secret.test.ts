import { visitorKey, VisitorSecrets } from '@funnel/domain';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type IntakeApp, startIntakeApp } from './support/intake-app.ts';
import { viewOf } from './support/shop-events.ts';

const WEBSITE = 11;
const TOKEN = '0190c3f2-7b1e-7cc3-98c4-dc0c0c07398f';
const visitorSecrets = new VisitorSecrets(['the secret of this installation']);
const [NAME = ''] = visitorSecrets.names;

let intake: IntakeApp;
let token: string;
beforeAll(async () => {
  intake = await startIntakeApp({ visitorSecrets });
  ({ token } = await intake.token({ websiteIds: [WEBSITE] }));
});
afterAll(() => intake.stop());

const useSecret = (name: string | null) =>
  intake.database.sql`update websites set visitor_secret = ${name} where id = ${WEBSITE}`;
const views = (count: number) =>
  Array.from({ length: count }, () => viewOf(WEBSITE, { visitor_token: TOKEN }));

async function newVisitors(): Promise<number[]> {
  const rows = await intake.database.sql<{ visitor: number }[]>`
    delete from pending_events where website_id = ${WEBSITE} returning visitor`;
  return rows.map(({ visitor }) => visitor);
}

test.each([1, 3])(
  'with the role of the service, the website decides how %d events are hashed',
  async (count) => {
    await newVisitors();
    for (const [name, key] of [
      [null, visitorKey(TOKEN)],
      [NAME, visitorSecrets.keyOf(TOKEN, NAME)],
    ] as const) {
      await useSecret(name);
      expect((await intake.post(token, views(count))).status).toBe(200);
      expect(await newVisitors()).toEqual(Array.from({ length: count }, () => key));
    }
  },
);

test.each([1, 3])(
  '%d events of a website whose secret the service does not have get 503, and nothing is recorded',
  async (count) => {
    await newVisitors();
    await useSecret('a secret of others');
    const events = views(count);
    const refused = await intake.post(token, events);
    expect([refused.status, refused.headers['retry-after'], refused.body.code]).toEqual([
      503,
      '1',
      'unavailable',
    ]);
    expect(refused.body.detail).toContain('Send the same body again');
    await useSecret(NAME);
    const answer = await intake.post(token, events);
    expect([answer.status, answer.body]).toMatchObject([200, { recorded: count, repeated: 0 }]);
  },
);
