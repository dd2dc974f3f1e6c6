import { LEGACY_KEY } from '@funnel/fixtures';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type RestApp, startRestApp } from './support/rest-app.ts';

const LIMIT = 4;
let rest: RestApp;

beforeAll(async () => {
  rest = await startRestApp({ requestsPerMinute: LIMIT });
});
afterAll(() => rest.stop());

const scopes = ['reports', 'areas:read'];

test('a token has so many requests a minute, on whatever path and with whatever outcome', async () => {
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
  const faulty = await rest.get(token, '/reports/website?timeframe=never').expect(422);
  expect(faulty.headers['ratelimit']).toMatch(/r=0/);

  const { body, headers } = await rest.get(token, '/reports/website').expect(429);
  expect(headers['content-type']).toBe('application/problem+json');
  expect(headers['retry-after']).toMatch(/^\d{1,2}$/);
  expect(headers['ratelimit']).toMatch(/r=0/);
  expect(body).toMatchObject({ status: 429, code: 'rate_limited', title: 'Too many requests' });
  expect(body.detail).toMatch(/More than 4 requests in a minute with this credential. Try again in \d+ s\./);
  // Even what would be refused anyway.
  await rest.get(token, '/contacts').expect(429);

  const other = await rest.token({ websiteIds: [11], scopes });
  await rest.get(other.token, '/reports/website').expect(200);
});

test('a legacy key is counted like a token', async () => {
  const authorization = `api_key=${LEGACY_KEY}`;
  for (let request = 0; request < LIMIT; request++)
    await rest.send('get', authorization, '/areas').expect(200);
  await rest.send('get', authorization, '/areas').expect(429);
});

test('what is no credential is refused as such, however often', async () => {
  for (let request = 0; request <= LIMIT; request++) {
    const { headers } = await rest.get('fnl_nobody', '/areas').expect(401);
    expect(headers['ratelimit']).toBeUndefined();
  }
});
