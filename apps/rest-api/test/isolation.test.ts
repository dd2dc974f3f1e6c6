import { randomBytes } from 'node:crypto';
import { SCOPES } from '@funnel/domain';
import { eventOf, examplePath, foreignPath, NOW, SHOP_OPERATIONS } from '@funnel/fixtures';
import { importCatalog, recordEvents } from '@funnel/ingest';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { TOOL_OPERATIONS } from '@funnel/operations';
import { type RestApp, startRestApp } from './support/rest-app.ts';

const WINDOWS = ['today', 'last_7_days', 'all_time', 'custom&range_start=2026-11-01&range_end=2026-11-14'];
/** As many as windows: each operation meets each of them in another window, and the next operation in yet another. */
const QUERIES = [
  '&group_by=week',
  '&count_type=total&previous_period=true',
  '&sort=views&cta_type=bar',
  '&sort=revenue&status=live&per_page=50&limit=50',
];
/** Everything that a token of website 21 can read; endpoints ignore parameters that they do not have. */
const OWN = [
  ...TOOL_OPERATIONS.flatMap((operation, operationIndex) =>
    WINDOWS.flatMap((window, windowIndex) =>
      ['', QUERIES[(operationIndex + windowIndex) % QUERIES.length]].map(
        (query) => `${foreignPath(operation)}?timeframe=${window}${query}`,
      ),
    ),
  ),
  ...SHOP_OPERATIONS.filter(({ method, tag }) => method === 'GET' && tag !== 'Reports').map(
    ({ path }) => path,
  ),
];
const FOREIGN_NAMES = /oak|Oak|Spring|Winter|Journal|Header|Sidebar/;

let rest: RestApp;
let token: string;
beforeAll(async () => {
  rest = await startRestApp();
  ({ token } = await rest.token({ websiteIds: [21], scopes: [...SCOPES] }));
});
afterAll(() => rest.stop());

test('returns the same answers and ETags after other websites get events and campaigns', async () => {
  const answersOf = async () => {
    const answers = [];
    for (const path of OWN) {
      const { status, body, headers } = await rest.get(token, path);
      answers.push({ path, status, body: { ...body, instance: undefined }, tag: headers['etag'] });
    }
    return answers;
  };
  const before = await answersOf();
  expect(before.filter(({ status }) => status === 200).length).toBeGreaterThan(OWN.length * 0.8);
  expect(before.filter(({ status }) => ![200, 404].includes(status))).toEqual([]);
  // Only the bodies: an ETag is a hash and may contain anything.
  expect(JSON.stringify(before.map(({ body }) => body))).not.toMatch(FOREIGN_NAMES);

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

test('returns 404 for subjects of other websites, with or without website_id', async () => {
  for (const operation of TOOL_OPERATIONS.filter(({ path }) => path.includes('{id}'))) {
    for (const query of ['', '?website_id=21', '?website_id=11', '?group_by=day', '?id=102']) {
      const { body } = await rest.get(token, `${examplePath(operation)}${query}`).expect(404);
      expect(JSON.stringify(body)).not.toMatch(FOREIGN_NAMES);
    }
  }
});

test('returns 404 if one id in website_ids is not covered by the token', async () => {
  for (const query of [
    'website_ids=21,11',
    'website_ids=21&website_ids=999',
    'website_id=12&website_ids=21',
  ]) {
    await rest.get(token, `/reports/account/performance?${query}`).expect(404);
  }
});
