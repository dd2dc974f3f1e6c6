import { eventOf, examplePath, NOW } from '@funnel/fixtures';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { recordEvents } from '@funnel/ingest';
import { TOOL_OPERATIONS } from '@funnel/operations';
import { type RestApp, startRestApp } from './support/rest-app.ts';

const ESTIMATE = 'hyperloglog; precision=14; standard-error=0.0081';
const SERIES = '/reports/website?group_by=day&timeframe=last_7_days';

let now = NOW;
let rest: RestApp;
let token: string;
beforeAll(async () => {
  rest = await startRestApp({ clock: () => now });
  ({ token } = await rest.token({ websiteIds: [11] }));
});
afterEach(() => {
  now = NOW;
});
afterAll(() => rest.stop());

const tagOf = async (path: string, accept = 'application/json'): Promise<string> => {
  const { headers } = await rest.get(token, path).set('Accept', accept).expect(200);
  return headers['etag'] ?? '';
};

describe.each(TOOL_OPERATIONS.map(examplePath))('%s', (path) => {
  test('has an ETag and private caching headers, on 200 and on 304', async () => {
    const { headers } = await rest.get(token, path).expect(200);
    const unchanged = await rest
      .get(token, path)
      .set('If-None-Match', headers['etag'] ?? '')
      .expect(304);
    expect(unchanged.text).toBe('');
    for (const { headers: some } of [{ headers }, unchanged]) {
      expect(some['etag']).toMatch(/^W\/"[\w-]{43}"$/);
      expect(some['cache-control']).toBe('private, no-cache');
      expect(some['vary']).toBe('Authorization, Accept, Accept-Encoding, Prefer');
      expect(Date.parse(some['data-recorded-at'] ?? '')).toBeGreaterThan(0);
    }
    expect(headers['counting-method']).toBe(path === '/reports/websites' ? undefined : ESTIMATE);
  });
});

test('sends a remembered report again byte for byte, with notes and extras only to those who ask for them', async () => {
  const paths = ['', '&notes=true', '&extras=true', '&notes=true&extras=true'].map(
    (more) => `${SERIES}${more}`,
  );
  const keys = [[], ['notes'], ['extras'], ['notes', 'extras']];
  const ask = (path: string) => rest.get(token, path).expect(200);
  const first = [];
  for (const path of paths) first.push(await ask(path));
  const again = await Promise.all([...paths, ...paths].map(ask));
  expect(again.map(({ text }) => text)).toEqual([...first, ...first].map(({ text }) => text));
  expect(again.slice(0, 4).map(({ body }) => Object.keys(body as object).slice(4))).toEqual(keys);
  for (const { headers, text } of again) {
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(text).toBe(JSON.stringify(JSON.parse(text)));
  }
  const csv = await rest.get(token, `${SERIES}&format=csv`).expect(200);
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
});

test('answers HEAD with the headers of GET and no body', async () => {
  const get = await rest.get(token, SERIES).expect(200);
  const head = await rest.send('head', `Bearer ${token}`, SERIES).expect(200);
  const names = ['etag', 'content-type', 'vary', 'cache-control', 'counting-method', 'last-bucket'];
  expect(names.map((name) => head.headers[name])).toEqual(names.map((name) => get.headers[name]));
  expect(head.text ?? '').toBe('');
});

test('returns 304 without reading the data of the report', async () => {
  const tag = await tagOf('/reports/campaigns');
  await rest.database.sql`alter table campaigns rename to campaigns_away`;
  try {
    await rest.get(token, '/reports/campaigns').set('If-None-Match', tag).expect(304);
    await rest.get(token, '/reports/campaigns?per_page=3').expect(500);
  } finally {
    await rest.database.sql`alter table campaigns_away rename to campaigns`;
  }
});

test('returns 304 for the ETag in a list, in its strong form and for *, and 200 for any other value', async () => {
  const tag = await tagOf(SERIES);
  for (const given of [`"a", ${tag} , "b"`, tag.slice(2), '*']) {
    await rest.get(token, SERIES).set('If-None-Match', given).expect(304);
  }
  for (const given of ['"a"', tag.slice(0, -3), '']) {
    await rest.get(token, SERIES).set('If-None-Match', given).expect(200);
  }
});

test('returns problems even if If-None-Match matches', async () => {
  const tag = await tagOf('/reports/campaigns/101');
  const asked = (path: string, credential = token) =>
    rest.get(credential, path).set('If-None-Match', `${tag}, *`);
  await asked('/reports/campaigns/101', 'nonsense').expect(401);
  const other = await rest.token({ websiteIds: [11], scopes: ['ctas:read'] });
  await asked('/reports/campaigns/101', other.token).expect(403);
  await asked('/reports/campaigns/101?website_id=21').expect(404);
  await asked('/reports/campaigns/101?timeframe=never').expect(422);
  const { headers } = await rest.get(token, '/reports/campaigns/999').set('If-None-Match', '*').expect(404);
  expect(headers['etag']).toBeUndefined();
  expect(headers['cache-control']).toBe('no-store');
});

test('has the same ETag for equivalent requests and a different one for all others', async () => {
  const same = await Promise.all(
    ['', '?timeframe=last_30_days', '?previous_period=0&count_type=', '?website_id=11&unknown=1'].map(
      (query) => tagOf(`/reports/website${query}`),
    ),
  );
  expect(new Set(same).size).toBe(1);
  const paths = [
    'website',
    'website?count_type=total',
    'website?group_by=day',
    'campaigns',
    'campaigns?page=2',
  ];
  const other = await Promise.all(paths.map((path) => tagOf(`/reports/${path}`)));
  expect(new Set(other).size).toBe(paths.length);
  expect(await tagOf('/reports/campaigns', 'text/csv')).not.toBe(await tagOf('/reports/campaigns'));
});

test('changes the ETag of a website with new events, and of no other', async () => {
  const both = (await rest.token({ websiteIds: [11, 12] })).token;
  const read = async (id: number) =>
    (await rest.get(both, `/reports/website?website_id=${id}`)).headers['etag'];
  const before = [await read(11), await read(12)];
  const event = eventOf(500, 'view', '2026-11-14T10:00:00Z', { website_id: 11, step_id: 301 });
  await recordEvents(rest.database, [event], { now: NOW });
  const after = [await read(11), await read(12)];
  expect(after[0]).not.toBe(before[0]);
  expect(after[1]).toBe(before[1]);
  const { body } = await rest
    .get(token, '/reports/website')
    .set('If-None-Match', before[0] ?? '')
    .expect(200);
  expect(body.data.metrics.views).toBe(61);
});

test('changes the ETag on the next day, because windows move', async () => {
  const tag = await tagOf('/reports/website');
  now = new Date('2026-11-14T23:59:59Z');
  expect(await tagOf('/reports/website')).toBe(tag);
  now = new Date('2026-11-15T00:00:00Z');
  expect(await tagOf('/reports/website')).not.toBe(tag);
});

test('reports the counting method and whether the last point may still grow', async () => {
  const headersOf = async (query: string) =>
    (await rest.get(token, `/reports/website?${query}`).expect(200)).headers;
  expect((await headersOf('count_type=total'))['counting-method']).toBe('exact');
  expect((await headersOf('count_type=total&timeframe=insights_week'))['counting-method']).toBe(ESTIMATE);
  const custom = 'group_by=week&timeframe=custom&range_start=2026-11-01';
  expect((await headersOf(`${custom}&range_end=2026-11-13`))['last-bucket']).toBe('complete');
  expect((await headersOf(`${custom}&range_end=2026-11-14`))['last-bucket']).toBe('running');
  expect((await headersOf('timeframe=last_7_days'))['last-bucket']).toBeUndefined();
});
