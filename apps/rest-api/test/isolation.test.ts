import { randomBytes } from 'node:crypto';
import { eventOf, NOW } from '@funnel/fixtures';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { importCatalog, recordEvents } from '@funnel/ingest';
import { type RestApp, startRestApp } from './support/rest-app.ts';

/** Everything that a token of website 21 can ask about its own data. */
const SUBJECTS = ['website', 'campaigns/102', 'variants/202', 'steps/302', 'elements/402'];
const WINDOWS = ['today', 'last_7_days', 'all_time', 'custom&range_start=2026-11-01&range_end=2026-11-14'];
const OWN = [
  '/reports/websites',
  ...WINDOWS.flatMap((window) => [
    ...SUBJECTS.flatMap((subject) =>
      ['', '&group_by=week', '&count_type=total&previous_period=true'].map(
        (more) => `/reports/${subject}?timeframe=${window}${more}`,
      ),
    ),
    `/reports/campaigns?timeframe=${window}&sort=views&cta_type=bar`,
    `/reports/campaigns?timeframe=${window}&sort=revenue&status=live&per_page=50`,
    `/reports/experiments?timeframe=${window}&limit=50`,
    `/reports/account/performance?timeframe=${window}&website_ids=21`,
  ]),
];
const FOREIGN_SUBJECTS = ['campaigns/101', 'variants/201', 'steps/301', 'elements/401', 'campaigns/104'];

let rest: RestApp;
let token: string;
beforeAll(async () => {
  rest = await startRestApp();
  ({ token } = await rest.token({ websiteIds: [21] }));
});
afterAll(() => rest.stop());

test('what happens on other websites changes nothing that a token sees, not even a tag', async () => {
  const answersOf = () =>
    Promise.all(
      OWN.map(async (path) => {
        const { body, headers } = await rest.get(token, path).expect(200);
        return { path, body: body as unknown, tag: headers['etag'] };
      }),
    );
  const before = await answersOf();
  // Of the bodies: a tag is a hash, and may spell anything.
  expect(JSON.stringify(before.map(({ body }) => body))).not.toMatch(/oak|Oak|Spring|Winter|Journal/);

  const noise = Array.from({ length: 200 }, (_, index) => {
    const place = index % 2 ? { website_id: 11, element_id: 401 } : { website_id: 12, element_id: 404 };
    return eventOf(index, 'conversion', '2026-11-13T10:00:00Z', place);
  });
  expect(await recordEvents(rest.database, noise, { now: NOW })).toMatchObject({
    recorded: 200,
    refused: [],
  });
  const campaigns = [{ id: 105, website_id: 11, name: 'New', cta_type: 'bar', published_at: null }];
  await importCatalog(
    rest.database,
    { campaigns },
    { encryptionKey: new Uint8Array(randomBytes(32)), now: NOW },
  );
  expect(await answersOf()).toEqual(before);
});

test('subjects of other websites are not there, with or without naming the website', async () => {
  for (const subject of FOREIGN_SUBJECTS) {
    for (const query of ['', '?website_id=21', '?website_id=11', '?group_by=day', '?id=102']) {
      const { body } = await rest.get(token, `/reports/${subject}${query}`).expect(404);
      expect(JSON.stringify(body)).not.toMatch(/oak|Oak|Spring|Journal/);
    }
  }
});

test('one foreign id among website_ids spoils the question', async () => {
  for (const query of [
    'website_ids=21,11',
    'website_ids=21&website_ids=999',
    'website_id=12&website_ids=21',
  ]) {
    await rest.get(token, `/reports/account/performance?${query}`).expect(404);
  }
});
