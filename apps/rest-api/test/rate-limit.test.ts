import { LEGACY_KEY } from '@funnel/fixtures';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type RestApp, startRestApp } from './support/rest-app.ts';

const LIMIT = 4;
let rest: RestApp;

beforeAll(async () => {
  rest = await startRestApp({ requestsPerMinute: LIMIT, perWebsite: 12, failedPerMinute: 7 });
});
afterAll(() => rest.stop());

const scopes = ['reports', 'areas:read'];

test('limits the requests of a token per minute, over all paths and outcomes', async () => {
  const { token } = await rest.token({ websiteIds: [11], scopes });
  const first = await rest.get(token, '/reports/website').expect(200);
  expect(first.headers['ratelimit-policy']).toBe('"per-minute";q=4;w=60');
  expect(first.headers['ratelimit']).toMatch(/^"per-minute";r=3;t=\d+$/);
  const unchanged = await rest
    .get(token, '/reports/website')
    .set('If-None-Match', first.headers['etag'] ?? '')
    .expect(304);
  expect(unchanged.headers['ratelimit']).toMatch(/r=2/);
  expect((await rest.get(token, '/areas').expect(200)).headers['ratelimit']).toMatch(/r=1/);
  const invalid = await rest.get(token, '/reports/website?timeframe=never').expect(422);
  expect(invalid.headers['ratelimit']).toMatch(/r=0/);

  const { body, headers } = await rest.get(token, '/reports/website').expect(429);
  expect(headers['content-type']).toBe('application/problem+json');
  expect(headers['retry-after']).toMatch(/^\d{1,2}$/);
  expect(headers['ratelimit']).toMatch(/r=0/);
  expect(body).toMatchObject({ status: 429, code: 'rate_limited', title: 'Too many requests' });
  expect(body.detail).toMatch(/More than 4 requests in a minute with this credential. Try again in \d+ s\./);
  // Even a request that would be rejected anyway.
  await rest.get(token, '/contacts').expect(429);

  const other = await rest.token({ websiteIds: [11], scopes });
  await rest.get(other.token, '/reports/website').expect(200);
});

test('limits a legacy key like a token', async () => {
  const authorization = `api_key=${LEGACY_KEY}`;
  for (let request = 0; request < LIMIT; request++)
    await rest.send('get', authorization, '/areas').expect(200);
  await rest.send('get', authorization, '/areas').expect(429);
});

test('counts all tokens of a person and a client together', async () => {
  const userId = await rest.person();
  const tokens = await Promise.all([1, 2, 3].map(() => rest.token({ websiteIds: [12], userId })));
  const statuses: number[] = [];
  for (let request = 0; request < LIMIT + 1; request++) {
    const { token } = tokens[request % tokens.length] ?? { token: '' };
    statuses.push((await rest.get(token, '/reports/website')).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 429]);
});

test('counts the requests for a website together, whatever the credential', async () => {
  const statuses: number[] = [];
  for (let request = 0; request < 13; request++) {
    const { token } = await rest.token({ websiteIds: [21] });
    statuses.push((await rest.get(token, '/reports/website')).status);
  }
  expect(statuses).toEqual([...Array<number>(12).fill(200), 429]);
  const { token } = await rest.token({ websiteIds: [21] });
  const { body } = await rest.get(token, '/reports/website').expect(429);
  expect(body.detail).toMatch(/^More than 12 requests in a minute for this website\. Try again in \d+ s\.$/);
});

test('throttles invalid credentials by network; valid ones of the same network pass', async () => {
  for (let request = 0; request < 7; request++) {
    const { headers } = await rest.get(`fnl_nobody${request}`, '/areas').expect(401);
    expect(headers['ratelimit']).toBeUndefined();
  }
  const { body, headers } = await rest.get('fnl_nobody', '/areas').expect(429);
  expect(headers['retry-after']).toMatch(/^\d{1,2}$/);
  expect(body).toMatchObject({
    code: 'rate_limited',
    detail: expect.stringContaining('invalid credentials'),
  });
  await rest.send('get', 'api_key=a guess of a key', '/areas').expect(429);
  const fresh = await rest.token({ websiteIds: [12], scopes });
  await rest.get(fresh.token, '/areas').expect(200);
  await rest.get('fnl_nobody', '/areas').expect(429);
});
