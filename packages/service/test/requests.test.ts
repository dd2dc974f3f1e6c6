import { expect, test } from '@jest/globals';
import { addToRequestLog, type Handler, requestIdOf } from '../src/index.ts';
import { requestId, requestLog } from '../src/http/requests.ts';
import { capturedLogger } from './support/captured-logger.ts';
import { chain, serve } from './support/serve.ts';

const echo = chain([requestId, (req, res) => res.end(requestIdOf(req))]);
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** What Express adds to a request, with a proxy that is trusted or not. */
const behindProxy =
  (isTrusted: boolean): Handler =>
  (req, _res, next) => {
    Object.assign(req, { app: { get: () => () => isTrusted } });
    next();
  };

test('a valid X-Request-Id of a trusted proxy is used and returned', async () => {
  await serve(chain([behindProxy(true), requestId, (req, res) => res.end(requestIdOf(req))]), async (url) => {
    const response = await fetch(url, { headers: { 'X-Request-Id': 'trace-1:span/2+a=' } });
    expect(response.headers.get('X-Request-Id')).toBe('trace-1:span/2+a=');
    expect(await response.text()).toBe('trace-1:span/2+a=');
  });
});

test('a caller does not choose the id, but the log has what was sent; it has no token of a path', async () => {
  const { logger, lines } = capturedLogger();
  const token = `fnl_${'a'.repeat(43)}`;
  const handler = chain([
    behindProxy(false),
    requestId,
    requestLog(logger, new Set()),
    (_req, res) => res.end(),
  ]);
  await serve(handler, async (url) => {
    const response = await fetch(`${url}/reports/${token}/x`, { headers: { 'X-Request-Id': 'mine' } });
    expect(response.headers.get('X-Request-Id')).toMatch(UUID);
  });
  expect(lines).toEqual([
    expect.objectContaining({
      callerRequestId: 'mine',
      path: '/reports/[redacted]/x',
      requestId: expect.stringMatching(UUID),
    }),
  ]);
});

test('the log line has the network of the caller and what was added, but no query', async () => {
  const { logger, lines } = capturedLogger();
  const handler = chain([
    requestLog(logger, new Set()),
    (req, res) => {
      addToRequestLog(req, { tokenId: '01234567', client: 'a-client', websites: [11, 12] });
      addToRequestLog(req, { tool: 'get_website_report' });
      res.end();
    },
  ]);
  await serve(handler, async (url) => {
    await fetch(`${url}/mcp?email=ann@example.com`);
  });
  expect(lines).toEqual([
    expect.objectContaining({
      path: '/mcp',
      address: '127.0.0.1',
      tokenId: '01234567',
      client: 'a-client',
      websites: [11, 12],
      tool: 'get_website_report',
    }),
  ]);
  expect(JSON.stringify(lines)).not.toContain('ann@');
});

test.each([['x'.repeat(129)], ['a b'], ['<script>'], ['"quoted"'], ['{}'], ['']])(
  'the invalid id %j is replaced by a UUID',
  async (id) => {
    await serve(
      chain([behindProxy(true), requestId, (req, res) => res.end(requestIdOf(req))]),
      async (url) => {
        const response = await fetch(url, { headers: { 'X-Request-Id': id } });
        expect(response.headers.get('X-Request-Id')).toMatch(UUID);
      },
    );
  },
);

test('a request without an id gets a new one', async () => {
  await serve(echo, async (url) => {
    const ids = await Promise.all([fetch(url), fetch(url)].map(async (response) => (await response).text()));
    expect(ids[0]).toMatch(UUID);
    expect(ids[0]).not.toBe(ids[1]);
  });
});
