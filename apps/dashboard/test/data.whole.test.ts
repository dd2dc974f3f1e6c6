import { ANN, exampleUrl } from '@funnel/fixtures';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { Browser } from './support/browser.ts';
import { type Product, startProduct } from './support/product.ts';
import { REPORTS } from './support/reports.ts';

let product: Product;
let browser: Browser;
beforeAll(async () => {
  product = await startProduct({ RATE_LIMIT_PER_MINUTE: '0' });
  browser = new Browser();
  await browser.signIn(`${product.url}/`, ANN);
});
afterAll(() => product.stop());
beforeEach(() => void product.asked.splice(0));

const withQuery = (path: string, query: string) => `${path}${path.includes('?') ? '&' : '?'}${query}`;
const tokenUsed = () => String(product.asked.at(-1)?.headers['authorization']);
const ask = (path: string, headers?: Record<string, string>) =>
  browser.ask(`${product.url}/data${path}`, headers);
/** The same question at the REST API itself. */
const askRest = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${product.restUrl}/api/v1${path}`, { headers: { ...headers, authorization: tokenUsed() } });

test('knows every report of the pages', () => {
  expect(REPORTS.length).toBeGreaterThanOrEqual(10);
});

test.each(REPORTS.map((operation) => [operation.name, operation] as const))(
  '%s: the same bytes as the REST API, as JSON, with notes and as CSV',
  async (_name, operation) => {
    const path = exampleUrl(operation);
    const all = path.includes('website_id') ? path : withQuery(path, 'website_id=11');
    for (const query of ['', 'notes=true', 'format=csv', 'group_by=day', 'limit=nonsense&page=0']) {
      const asked = query ? withQuery(all, query) : all;
      const given = await ask(asked);
      const expected = await askRest(asked);
      // A problem names its own request.
      const bytes = async (answer: Response) =>
        Buffer.from(await answer.arrayBuffer())
          .toString('latin1')
          .replace(/"instance":"[^"]+"/, '');
      expect([asked, given.status]).toEqual([asked, expected.status]);
      expect(await bytes(given)).toBe(await bytes(expected));
      for (const name of ['content-type', 'content-disposition', 'etag', 'retry-after'])
        expect([name, given.headers.get(name)]).toEqual([name, expected.headers.get(name)]);
    }
  },
);

test('passes the query on as it is, and problems back as they are', async () => {
  const query = '?website_id=11&timeframe=never&x=%2e%2e%2f&y=a+b&z=%C3%A9&&q';
  const given = await ask(`/reports/website${query}`);
  expect(product.asked.at(-1)?.url).toBe(`/api/v1/reports/website${query}`);
  expect([given.status, given.headers.get('content-type')]).toEqual([422, 'application/problem+json']);
  expect(await given.json()).toMatchObject({ code: 'invalid_timeframe', parameter: 'timeframe' });
  expect(await (await ask('/reports/campaigns/abc?website_id=11')).json()).toMatchObject({
    code: 'invalid_id',
  });
});

test('passes on the token, the tag, the language and the request id, and nothing else', async () => {
  const first = await ask('/reports/website?website_id=11', {
    'accept-language': 'de',
    authorization: 'Bearer of-the-browser',
    'x-anything': '1',
    origin: product.url,
  });
  const { headers } = product.asked.at(-1) ?? { headers: {} };
  expect(Object.keys(headers).sort()).toEqual([
    'accept',
    'accept-encoding',
    'accept-language',
    'authorization',
    'connection',
    'host',
    'sec-fetch-mode',
    'user-agent',
    'x-forwarded-for',
    'x-request-id',
  ]);
  expect(headers).toMatchObject({
    'accept-language': 'de',
    authorization: expect.stringMatching(/^Bearer fnl_/),
    'x-request-id': first.headers.get('x-request-id'),
  });
  const tag = first.headers.get('etag') ?? '';
  const again = await ask('/reports/website?website_id=11', { 'if-none-match': tag });
  expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag]);
});

test('gives nothing back but the answer: no cookies, no token, no other headers', async () => {
  product.replaceRest((_req, res) => {
    const headers = {
      'content-type': 'application/json',
      'set-cookie': 'funnel_dashboard=x',
      'access-control-allow-origin': '*',
      'x-secret': '1',
      location: 'https://evil.example',
      etag: '"1"',
    };
    res.writeHead(200, headers).end('{}');
  });
  const given = await ask('/reports/websites');
  product.replaceRest(undefined);
  expect(given.headers.getSetCookie()).toEqual([]);
  for (const name of ['access-control-allow-origin', 'x-secret', 'location', 'authorization'])
    expect(given.headers.get(name)).toBeNull();
  expect(given.headers.get('cache-control')).toBe('private, no-cache');
  expect(given.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(given.headers.get('x-content-type-options')).toBe('nosniff');
});

test('compresses for the browser', async () => {
  const path =
    '/data/reports/website?website_id=11&timeframe=custom&start=2025-11-15&end=2026-11-14&group_by=day';
  const raw = await new Promise<Buffer>((resolve, reject) => {
    const headers = { cookie: browser.cookieHeader, 'x-funnel-dashboard': '1', 'accept-encoding': 'gzip' };
    request(`${product.url}${path}`, { headers }, (res) => {
      expect(res.headers['content-encoding']).toBe('gzip');
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => resolve(Buffer.concat(chunks)));
    })
      .on('error', reject)
      .end();
  });
  expect(JSON.parse(gunzipSync(raw).toString())).toBeInstanceOf(Object);
});

describe('never asks', () => {
  /** As it is: `fetch` would correct the path. */
  const sendRaw = (method: string, path: string, headers: Record<string, string> = {}) =>
    new Promise<number>((resolve, reject) => {
      const { hostname, port } = new URL(product.url);
      const all = {
        cookie: browser.cookieHeader,
        'x-funnel-dashboard': '1',
        'sec-fetch-site': 'same-origin',
        ...headers,
      };
      request({ hostname, port, method, path, headers: all }, (res) => {
        res.resume().on('end', () => resolve(res.statusCode ?? 0));
      })
        .on('error', reject)
        .end();
    });

  test.each([
    '/data',
    '/data/',
    '/data/contacts',
    '/data/websites',
    '/data/reports',
    '/data/reports/',
    '/data/reports/websites/',
    '/data/reports/websites/1',
    '/data/reports/../websites',
    '/data/reports/campaigns/..',
    '/data/reports/campaigns/.',
    '/data/reports/campaigns/../../websites',
    '/data/reports/campaigns/%2e%2e',
    '/data/reports/campaigns/..%2f..%2fcontacts',
    '/data/reports/campaigns/1%2f..',
    '/data/reports/campaigns/1%3Fa',
    '/data/reports/campaigns/1;a',
    '/data/reports/campaigns/1%00',
    '/data/reports/campaigns/1\\2',
    '/data//reports/websites',
    '/data/reports//websites',
    '//data/reports/websites',
    '/data/@evil.example/reports/websites',
    '/data/https://evil.example/reports/websites',
    '/data/reports/campaigns/https:',
    '/data/reports/campaigns/@evil.example',
    '/DATA/reports/websites',
    '/data/Reports/websites',
    '/data/api/v1/reports/websites',
    `/data/reports/campaigns/${'1'.repeat(65)}`,
    'http://evil.example/data/reports/websites',
    'http://evil.example@127.0.0.1/data/reports/websites',
  ])('for %s', async (path) => {
    expect([path, await sendRaw('GET', path)]).toEqual([path, 404]);
    expect(product.asked).toEqual([]);
  });

  test('with another method', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])
      expect([method, await sendRaw(method, '/data/reports/websites')]).toEqual([method, 405]);
    expect(product.asked).toEqual([]);
    expect(await sendRaw('HEAD', '/data/reports/websites')).toBe(200);
    expect(product.asked.map(({ method }) => method)).toEqual(['HEAD']);
  });

  test('for another origin, or without the header of our script', async () => {
    const path = '/data/reports/websites';
    const none = { 'x-funnel-dashboard': '' };
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': 'nonsense' },
    ])
      expect([headers, await sendRaw('GET', path, headers)]).toEqual([headers, 403]);
    expect(await sendRaw('GET', path, none)).toBe(200);
    product.asked.splice(0);
    const plain = (url: string, headers: Record<string, string>) =>
      browser.send(`${product.url}${url}`, { headers });
    expect((await plain(path, {})).status).toBe(403);
    expect((await plain(path, { 'sec-fetch-site': 'same-origin' })).status).toBe(403);
    const csv = '/data/reports/campaigns?website_id=11&format=csv';
    expect((await plain(csv, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await plain(csv, { 'sec-fetch-site': 'same-site' })).status).toBe(403);
    expect((await plain(csv, {})).status).toBe(403);
    expect((await plain(`${csv}&format=json`, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect(product.asked).toEqual([]);
    for (const site of ['same-origin', 'none']) {
      const file = await plain(csv, { 'sec-fetch-site': site });
      expect([file.status, file.headers.get('content-disposition')]).toEqual([
        200,
        expect.stringMatching(/^attachment; filename=.*\.csv/),
      ]);
    }
  });

  test('for somebody who is not signed in', async () => {
    const answer = await new Browser().ask(`${product.url}/data/reports/websites`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([401, 'application/problem+json']);
    expect(product.asked).toEqual([]);
  });
});

test('limits the requests of a session', async () => {
  const limited = await product.replica({ RATE_LIMIT_PER_MINUTE: '3' });
  const statuses = [];
  for (let count = 0; count < 5; count += 1) {
    const answer = await browser.ask(`${limited.url}/data/reports/websites`);
    statuses.push(answer.status);
    if (answer.status === 429) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
  const other = new Browser();
  await other.signIn(`${product.url}/`, ANN);
  expect((await other.ask(`${limited.url}/data/reports/websites`)).status).toBe(200);
});
