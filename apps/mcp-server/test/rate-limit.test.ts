import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startToolServer, type ToolServer } from './support/tool-server.ts';

let server: ToolServer;

beforeAll(async () => {
  server = await startToolServer({ requestsPerMinute: 3 });
});
afterAll(() => server.stop());

test('limits the requests of a token per minute, then returns HTTP 429 with the time to wait', async () => {
  const { token } = await server.token({ websiteIds: [11] });
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  for (const left of [2, 1, 0]) {
    const response = await server.post(token, message);
    expect(response.status).toBe(200);
    expect(response.headers.get('ratelimit-policy')).toBe('"per-minute";q=3;w=60');
    expect(response.headers.get('ratelimit')).toMatch(new RegExp(`^"per-minute";r=${left};t=\\d+$`));
  }
  const rejected = await server.post(token, message, { Origin: 'https://app.example.com' });
  expect(rejected.status).toBe(429);
  expect(rejected.headers.get('retry-after')).toMatch(/^\d{1,2}$/);
  expect(rejected.headers.get('access-control-expose-headers')).toContain('RateLimit');
  expect(await rejected.json()).toMatchObject({ code: 'rate_limited', status: 429 });

  const other = await server.token({ websiteIds: [11] });
  expect((await server.post(other.token, message)).status).toBe(200);
});
