import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { type RestApp, startRestApp } from './support/rest-app.ts';

type Row = Record<string, string>;

let rest: RestApp;
let token: string;
beforeAll(async () => {
  rest = await startRestApp();
  ({ token } = await rest.token({ websiteIds: [11] }));
});
afterAll(() => rest.stop());

async function rowsOf(path: string, credential = token): Promise<Row[]> {
  const { text, headers } = await rest.get(credential, path).set('Accept', 'text/csv').expect(200);
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  return parse(text, { columns: true, record_delimiter: '\r\n' });
}

const bodyOf = async (path: string) => (await rest.get(token, path).expect(200)).body;

test('writes one row per list item, with the JSON keys as headers', async () => {
  const rows = await rowsOf('/reports/campaigns');
  const { campaigns } = (await bodyOf('/reports/campaigns')).data;
  expect(rows.map((row) => row['id'])).toEqual(campaigns.map(({ id }: { id: number }) => String(id)));
  expect(rows[0]).toMatchObject({
    name: campaigns[0].name,
    'metrics.views': String(campaigns[0].metrics.views),
  });
  expect(Object.keys(rows[0] ?? {})).not.toContain('metrics.previous.views');
});

test.each([
  ['text/csv; charset=utf-8'],
  ['text/csv;charset=UTF-8'],
  ['text/*'],
  ['application/json;q=0.5, text/csv'],
])('answers Accept: %s with CSV', async (accept) => {
  const { headers } = await rest.get(token, '/reports/campaigns').set('Accept', accept).expect(200);
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
});

test.each([['*/*'], ['application/json'], ['text/html'], ['text/csv; charset=utf-16']])(
  'answers Accept: %s with JSON',
  async (accept) => {
    const { headers } = await rest.get(token, '/reports/campaigns').set('Accept', accept).expect(200);
    expect(headers['content-type']).toContain('application/json');
  },
);

test('writes the previous period and the changes in separate columns', async () => {
  const [row] = await rowsOf('/reports/campaigns/101?timeframe=last_7_days&previous_period=true');
  const { variants } = (await bodyOf('/reports/campaigns/101?timeframe=last_7_days&previous_period=true'))
    .data;
  expect(row).toMatchObject({
    variation: 'a',
    'metrics.previous.views': String(variants[0].metrics.previous.views),
    'metrics.changes.views': String(variants[0].metrics.changes.views ?? ''),
  });
});

test('writes one row per entry of a nested list', async () => {
  const rows = await rowsOf('/reports/experiments');
  expect(rows.map((row) => [row['campaign_id'], row['variants.id'], row['variants.name']])).toEqual([
    ['101', '201', 'Short'],
    ['101', '203', ''],
  ]);
});

test('writes one row per point of a series', async () => {
  for (const path of ['website', 'campaigns/101', 'variants/201', 'steps/301', 'elements/401']) {
    const asked = `/reports/${path}?group_by=day&timeframe=last_7_days`;
    const rows = await rowsOf(asked);
    const { points } = (await bodyOf(asked)).data.timeseries;
    expect(rows).toEqual(points.map((point: object) => textual({ ...point, currency: 'EUR' })));
  }
});

test('writes websites and account performance as lists, and an empty list as a header only', async () => {
  expect(await rowsOf('/reports/websites')).toMatchObject([{ id: '11', account_name: 'Oak & Linen' }]);
  expect(await rowsOf('/reports/account/performance')).toMatchObject([{ id: '11', viewers: '60' }]);
  const { text } = await rest.get(token, '/reports/campaigns?page=9').set('Accept', 'text/csv').expect(200);
  expect(text).toMatch(/^id,name,cta_type,status,metrics\.views,[^\n]*,currency\r\n$/);
});

test('ends every row of every report with the currency of its website', async () => {
  // Websites 11 and 12 are in EUR, 21 is in USD.
  const { token: three } = await rest.token({ websiteIds: [11, 12, 21] });
  const wanted: Record<string, string> = { 11: 'EUR', 12: 'EUR', 21: 'USD' };
  for (const path of ['websites', 'account/performance']) {
    const rows = await rowsOf(`/reports/${path}`, three);
    expect(rows).toHaveLength(3);
    for (const row of rows) expect(row['currency']).toBe(wanted[row['id'] ?? '']);
  }
  const reports = ['campaigns', 'campaigns/101', 'experiments', 'variants/201', 'steps/301'];
  const series = ['website', 'campaigns/101', 'variants/201', 'steps/301', 'elements/401'];
  const paths = [...reports.map((path) => `${path}?`), ...series.map((path) => `${path}?group_by=week&`)];
  for (const path of paths) {
    const rows = await rowsOf(`/reports/${path}website_id=11`, three);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(Object.entries(row).at(-1)).toEqual(['currency', 'EUR']);
  }
  const rows = await rowsOf('/reports/website?group_by=week&website_id=21', three);
  expect(new Set(rows.map((row) => row['currency']))).toEqual(new Set(['USD']));
});

test('format=csv returns the same as a file with a name, for a browser', async () => {
  const path = '/reports/campaigns/101?timeframe=custom&range_start=2026-11-01&range_end=2026-11-07';
  const browser = rest.get(token, `${path}&format=csv`).set('Accept', 'text/html,*/*;q=0.8');
  const { text, headers } = await browser.expect(200);
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(headers['content-disposition']).toBe(
    'attachment; filename=campaign-report-101-2026-11-01-to-2026-11-07.csv',
  );
  expect(text).toBe((await rest.get(token, path).set('Accept', 'text/csv').expect(200)).text);
});

test('format goes before Accept; an unknown one is ignored', async () => {
  const ask = (format: string) =>
    rest.get(token, `/reports/campaigns?format=${format}`).set('Accept', 'text/csv').expect(200);
  expect((await ask('json')).headers['content-type']).toBe('application/json; charset=utf-8');
  for (const format of ['', 'xml', 'csv&format=csv'])
    expect((await ask(format)).headers['content-type']).toBe('text/csv; charset=utf-8');
});

test('returns JSON for a report without rows', async () => {
  for (const path of ['website', 'website/insights', 'elements/401']) {
    const { headers } = await rest.get(token, `/reports/${path}`).set('Accept', 'text/csv').expect(200);
    expect(headers['content-type']).toMatch(/^application\/json/);
  }
});

test('defaults to JSON and follows the q values of Accept', async () => {
  const typeOf = async (accept: string) => {
    const { headers } = await rest.get(token, '/reports/campaigns').set('Accept', accept).expect(200);
    return headers['content-type']?.split(';')[0];
  };
  for (const accept of [
    '*/*',
    'application/json, text/csv',
    'text/csv;q=0.5, */*',
    'text/csv;q=0',
    'image/png',
  ]) {
    expect([accept, await typeOf(accept)]).toEqual([accept, 'application/json']);
  }
  for (const accept of ['text/csv', 'text/*', 'application/json;q=0.5, text/csv']) {
    expect([accept, await typeOf(accept)]).toEqual([accept, 'text/csv']);
  }
});

test('returns problems as problem+json', async () => {
  const { headers } = await rest
    .get(token, '/reports/campaigns?page=0')
    .set('Accept', 'text/csv')
    .expect(422);
  expect(headers['content-type']).toBe('application/problem+json');
});

function textual(point: object): Row {
  return Object.fromEntries(Object.entries(point).map(([key, value]) => [key, String(value)]));
}
