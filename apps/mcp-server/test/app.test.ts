import { createAuthenticator } from '@funnel/auth';
import { createLogger, createObservability, createRegistry } from '@funnel/service';
import { INTROSPECTION } from '@funnel/fixtures';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createApp } from '../src/app.ts';
import { REST_RESOURCE, startToolServer, type ToolServer } from './support/tool-server.ts';
import request from 'supertest';

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};
const LIST = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
const ACCEPT = 'application/json, text/event-stream';

let server: ToolServer;
let token: string;

beforeAll(async () => {
  server = await startToolServer();
  ({ token } = await server.token({ websiteIds: [11, 12] }));
});
afterAll(() => server.stop());

const call = (name: string) => ({ jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name } });
const errorOf = async (response: Response) =>
  (await response.json()) as { jsonrpc: string; id: unknown; error: { code: number; message: string } };

describe('observability', () => {
  test('serves the health endpoints', async () => {
    await request(server.origin).get('/healthz').expect(200, { status: 'ok' });
    await request(server.origin).head('/readyz').expect(200);
    await request(server.origin).get('/metrics').expect(200);
  });

  test('returns a 404 problem for an unknown path, with or without a body', async () => {
    const { body } = await request(server.origin)
      .get('/nothing')
      .expect(404)
      .expect('Content-Type', 'application/problem+json');
    expect(body).toMatchObject({ status: 404, code: 'not_found' });
    await request(server.origin).post('/nothing').send({ any: 'thing' }).expect(404);
  });

  test('returns 405 and the allowed methods for a wrong method', async () => {
    await request(server.origin).post('/readyz').expect(405).expect('Allow', 'GET, HEAD');
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const response = await fetch(server.resource, { method });
      expect([response.status, response.headers.get('Allow')]).toEqual([405, 'POST, OPTIONS']);
      expect(await response.json()).toMatchObject({ code: 'method_not_allowed' });
    }
  });
});

describe('a browser', () => {
  test('gets a page that says how to connect an assistant', async () => {
    const { text, headers } = await request(server.origin).get('/mcp').accept('html').expect(200);
    expect(text).toContain(`claude mcp add --transport http funnel ${server.resource}`);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'.*; script-src 'self'$/);
    await request(server.origin).get('/mcp').accept('text/event-stream').expect(405);
    const { text: home } = await request(server.origin).get('/').accept('html').expect(200);
    expect(home).toContain('<a href="/mcp">');
  });

  test('gets pages for errors, and the files that they load', async () => {
    for (const [method, path, status] of [
      ['get', '/nothing', 404],
      ['delete', '/mcp', 405],
      ['post', '/mcp', 401],
    ] as const) {
      const { text } = await request(server.origin)[method](path).accept('html').expect(status);
      const files = [...text.matchAll(/<link [^>]*href="([^"]+)"/g)].map(([, href = '']) => href);
      expect(files).toEqual(['/favicon.svg', expect.stringMatching(/^\/assets\/pages\.[\w-]{12}\.css$/)]);
      for (const file of [...files, '/favicon.ico']) await request(server.origin).get(file).expect(200);
    }
  });
});

describe('discovery', () => {
  test.each(['', '/mcp'])('serves the metadata of RFC 9728 at the well-known address%s', async (suffix) => {
    const { body } = await request(server.origin)
      .get(`/.well-known/oauth-protected-resource${suffix}`)
      .expect(200)
      .expect('Access-Control-Allow-Origin', '*');
    expect(body).toEqual({
      resource: server.resource,
      authorization_servers: [server.authorization.url],
      scopes_supported: ['reports'],
      bearer_methods_supported: ['header'],
      resource_name: 'Funnel reports',
    });
  });
});

describe('authentication', () => {
  const challenge = (response: Response) => response.headers.get('WWW-Authenticate') ?? '';

  test('returns 401 without a token, with the metadata URL and the scope', async () => {
    const response = await server.post(undefined, INITIALIZE);
    expect(response.status).toBe(401);
    expect(response.headers.get('Content-Type')).toBe('application/problem+json');
    expect(await response.json()).toMatchObject({ status: 401, code: 'unauthorized' });
    expect(challenge(response)).toMatch(/^Bearer /);
    expect(challenge(response)).toContain('scope="reports"');
    expect(challenge(response)).toContain(
      `resource_metadata="${server.origin}/.well-known/oauth-protected-resource/mcp"`,
    );
    expect(challenge(response)).not.toContain('error=');
  });

  test('returns 401 before it reads the body', async () => {
    expect((await server.post(undefined, '{broken')).status).toBe(401);
    expect((await server.post('unknown', 'x'.repeat(1_000_000))).status).toBe(401);
  });

  test('returns 401 from the first call after revocation', async () => {
    const { token: mine, revoke } = await server.token({ websiteIds: [11] });
    expect((await server.post(mine, LIST)).status).toBe(200);
    await revoke();
    const response = await server.post(mine, LIST);
    expect(response.status).toBe(401);
    expect(challenge(response)).toContain('error="invalid_token"');
  });

  test('returns 401 for a token of another resource', async () => {
    const { token: other } = await server.token({ websiteIds: [11], resource: REST_RESOURCE });
    const response = await server.post(other, LIST);
    expect(response.status).toBe(401);
    const { detail } = (await response.json()) as { detail: string };
    expect(detail).toBe(
      `The access token was issued for another resource. It is for ${REST_RESOURCE}. ` +
        `This service is ${server.resource}. Create a token for it at ${server.authorization.url}/tokens`,
    );
    expect(challenge(response)).toContain('resource_metadata=');
    expect(challenge(response)).not.toContain(REST_RESOURCE);
  });

  test('returns 401 for a legacy key and for two Authorization headers', async () => {
    const message = () => request(server.origin).post('/mcp').set('Accept', ACCEPT);
    await message().set('Authorization', 'api_key=a-legacy-key-of-website-31').send(LIST).expect(401);
    const two = [`Bearer ${token}`, `Bearer ${token}`] as unknown as string;
    await message().set('Authorization', two).send(LIST).expect(401);
  });

  test.each([INITIALIZE, LIST, call('list_websites')])(
    'returns 403 without the scope reports, for every message',
    async (message) => {
      const { token: other } = await server.token({ websiteIds: [11], scopes: ['contacts:read'] });
      const response = await server.post(other, message);
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({
        status: 403,
        code: 'forbidden',
        detail: `This operation requires the scope reports. This token has contacts:read. Create a token with it at ${server.authorization.url}/tokens`,
      });
      expect(challenge(response)).toMatch(/error="insufficient_scope".*scope="reports".*resource_metadata=/);
    },
  );

  test('returns 503 when the authorization server is unreachable', async () => {
    const logger = createLogger({ service: 'mcp-server', level: 'silent' });
    const registry = createRegistry('mcp-server');
    const { database, resource } = server;
    const issuer = 'http://127.0.0.1:1';
    const now = () => new Date();
    const app = createApp({
      observability: createObservability({ logger, registry, checks: {} }),
      registry,
      authenticator: createAuthenticator({
        issuer,
        resource,
        ...INTROSPECTION,
        database,
        now,
        allowLegacyKey: false,
      }),
      database,
      clock: now,
      logger,
      resource,
      issuer,
    });
    const { headers, body } = await request(app)
      .post('/mcp')
      .set('Authorization', `Bearer ${token}`)
      .send(LIST)
      .expect(503);
    expect(headers['retry-after']).toMatch(/^\d+$/);
    expect(body).toMatchObject({ code: 'unavailable' });
  });
});

describe('browsers', () => {
  const from = (headers: Record<string, string>) =>
    request(server.origin)
      .post('/mcp')
      .set({ Accept: ACCEPT, Authorization: `Bearer ${token}`, ...headers })
      .send(LIST);

  test.each([
    { Host: 'evil.example' },
    { Host: 'evil.example:3001' },
    { Host: '127.0.0.1.evil.example' },
    { Origin: 'https://evil.example' },
    { Origin: 'http://127.0.0.1.evil.example' },
    { Origin: 'null' },
  ])('rejects %j with 403', async (headers) => {
    const { body } = await from(headers as Record<string, string>).expect(403);
    expect(body).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32_000 } });
    expect(JSON.stringify(body)).not.toContain('evil');
  });

  test.each([
    { Host: 'localhost:3001' },
    { Host: 'tools.example.com' },
    { Host: '[::1]:3001' },
    { Origin: 'http://localhost:6274' },
    { Origin: 'https://app.example.com' },
  ])('accepts %j', async (headers) => {
    await from(headers as Record<string, string>).expect(200);
  });

  test('answers a preflight, and lets a page read why it was rejected', async () => {
    const origin = 'https://app.example.com';
    const { headers } = await request(server.origin)
      .options('/mcp')
      .set({ Origin: origin, 'Access-Control-Request-Method': 'POST' })
      .expect(204);
    expect(headers['access-control-allow-origin']).toBe(origin);
    expect(headers['access-control-allow-methods']).toContain('POST');
    for (const name of ['Authorization', 'Content-Type', 'Mcp-Protocol-Version'])
      expect(headers['access-control-allow-headers']).toContain(name);

    const rejected = await from({ Origin: origin, Authorization: '' }).expect(401);
    expect(rejected.headers['access-control-allow-origin']).toBe(origin);
    expect(rejected.headers['access-control-expose-headers']).toContain('WWW-Authenticate');
    expect(rejected.headers['access-control-expose-headers']).toContain('Mcp-Session-Id');
    const answered = await from({ Origin: origin }).expect(200);
    expect(answered.headers['access-control-allow-origin']).toBe(origin);
    expect(answered.headers['vary']).toMatch(/Origin/);
  });
});

describe('messages', () => {
  test('returns -32700 for malformed messages, never an HTML page', async () => {
    for (const body of ['{broken', '', '"text"', '{}', '[{"a":1}]']) {
      const response = await server.post(token, body);
      expect([body, response.status]).toEqual([body, 400]);
      expect(response.headers.get('Content-Type')).toContain('application/json');
      expect(await errorOf(response)).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32_700 } });
    }
  });

  test('returns -32700 for a message that is nested deeper than 100 levels', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    for (const body of [
      deep,
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"arguments":${deep}}}`,
    ]) {
      const response = await server.post(token, body);
      expect(response.status).toBe(400);
      const { error } = await errorOf(response);
      expect(error).toEqual({
        code: -32_700,
        message: 'Parse error: The body is nested deeper than 100 levels.',
      });
    }
  });

  test('returns a JSON-RPC error for a message with thousands of arguments', async () => {
    const named = Object.fromEntries(Array.from({ length: 6_000 }, (_, n) => [`a${n}`, n]));
    const response = await server.post(token, {
      ...LIST,
      method: 'tools/call',
      params: { arguments: named },
    });
    expect(response.status).toBe(413);
    const message = 'The body has more than 5000 values.';
    expect((await errorOf(response)).error).toEqual({ code: -32_600, message });
  });

  test('returns a JSON-RPC error for a body that is too large or has an unsupported charset or media type', async () => {
    const large = await server.post(token, { ...LIST, params: { filler: 'x'.repeat(400_000) } });
    expect([large.status, (await errorOf(large)).error.code]).toEqual([413, -32_600]);
    const charset = await server.post(token, LIST, { 'Content-Type': 'application/json; charset=latin1' });
    expect([charset.status, (await errorOf(charset)).jsonrpc]).toEqual([415, '2.0']);
    const text = await server.post(token, LIST, { 'Content-Type': 'text/plain' });
    expect([text.status, (await errorOf(text)).jsonrpc]).toEqual([415, '2.0']);
    const accept = await server.post(token, LIST, { Accept: 'text/html' });
    expect([accept.status, (await errorOf(accept)).jsonrpc]).toEqual([406, '2.0']);
  });

  test('needs no session, creates none and always returns JSON', async () => {
    const response = await server.post(token, LIST, { 'Mcp-Session-Id': 'made-up' });
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toContain('application/json');
    expect(response.headers.has('Mcp-Session-Id')).toBe(false);
  });

  test.each(['2025-11-25', '2025-06-18', '2025-03-26'])(
    'supports protocol version %s',
    async (protocolVersion) => {
      const message = { ...INITIALIZE, params: { ...INITIALIZE.params, protocolVersion } };
      const { result } = (await (await server.post(token, message)).json()) as {
        result: { protocolVersion: string; capabilities: unknown };
      };
      expect(result.protocolVersion).toBe(protocolVersion);
      expect(result.capabilities).toEqual({ tools: {}, prompts: {}, resources: {} });
      const listed = await server.post(token, LIST, { 'Mcp-Protocol-Version': protocolVersion });
      expect(listed.status).toBe(200);
    },
  );

  test('lists the same tools from the prebuilt response and through the SDK, which accepts batches', async () => {
    for (const id of [7, 'a"b', 0]) {
      const alone = (await (await server.post(token, { ...LIST, id })).json()) as object;
      const other = { jsonrpc: '2.0', id: 'other', method: 'ping' };
      const batched = (await (await server.post(token, [{ ...LIST, id }, other])).json()) as object[];
      expect(batched).toContainEqual(alone);
    }
    const noId = await server.post(token, { ...LIST, id: null });
    expect([noId.status, (await errorOf(noId)).error.code]).toEqual([400, -32_700]);
  });

  test('rejects an unsupported protocol version', async () => {
    const response = await server.post(token, LIST, { 'Mcp-Protocol-Version': '1999-01-01' });
    expect(response.status).toBe(400);
    expect((await errorOf(response)).error.message).toContain('2025-11-25');
  });

  test('accepts a notification with 202', async () => {
    const response = await server.post(token, { jsonrpc: '2.0', method: 'notifications/initialized' });
    expect(response.status).toBe(202);
    expect(await response.text()).toBe('');
  });

  test('returns -32601 for an unknown method and -32602 for malformed parameters', async () => {
    const unknown = await server.post(token, { jsonrpc: '2.0', id: 4, method: 'tools/drop' });
    expect(await errorOf(unknown)).toMatchObject({ id: 4, error: { code: -32_601 } });
    for (const params of [undefined, {}, { name: 5 }, { name: 'list_websites', arguments: [] }]) {
      const malformed = await server.post(token, { jsonrpc: '2.0', id: 5, method: 'tools/call', params });
      expect(await errorOf(malformed)).toMatchObject({ id: 5, error: { code: -32_602 } });
    }
  });

  test('accepts at most ten messages in a batch, and none in revisions without batches', async () => {
    const batch = Array.from({ length: 11 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' }));
    const long = await server.post(token, batch);
    expect([long.status, (await errorOf(long)).error]).toEqual([
      400,
      { code: -32_600, message: 'A batch has at most 10 messages.' },
    ]);
    expect((await server.post(token, batch.slice(1))).status).toBe(200);
    for (const version of ['2025-06-18', '2025-11-25']) {
      const response = await server.post(token, batch.slice(0, 2), { 'Mcp-Protocol-Version': version });
      expect([response.status, (await errorOf(response)).error.code]).toEqual([400, -32_600]);
    }
    const older = await server.post(token, batch.slice(0, 2), { 'Mcp-Protocol-Version': '2025-03-26' });
    expect(older.status).toBe(200);
  });

  test.each([undefined, {}, { protocolVersion: 5 }, { protocolVersion: '2025-06-18', capabilities: [] }])(
    'answers initialize with malformed parameters with -32602 and one sentence: %j',
    async (params) => {
      const response = await server.post(token, { jsonrpc: '2.0', id: 9, method: 'initialize', params });
      const { id, error } = (await response.json()) as {
        id: number;
        error: { code: number; message: string };
      };
      expect([response.status, id, error.code]).toEqual([200, 9, -32_602]);
      expect(error.message).toMatch(/^Invalid parameters: [\w.]+ is missing or malformed\.$/);
    },
  );

  test('answers every message of a batch, even if one cancels another', async () => {
    const response = await server.post(token, [
      LIST,
      call('list_websites'),
      call('nothing'),
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 3 } },
      { jsonrpc: '2.0', id: 'p', method: 'ping' },
    ]);
    expect(response.status).toBe(200);
    const answers = (await response.json()) as { id: unknown }[];
    expect(answers.map(({ id }) => id)).toEqual(expect.arrayContaining([2, 3, 'p']));
  });
});

test('keeps working after callers disconnect during a tool call', async () => {
  const abandoned = Array.from({ length: 5 }, async (_, index) => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), index * 3);
    await fetch(server.resource, {
      method: 'POST',
      signal: stop.signal,
      headers: { 'Content-Type': 'application/json', Accept: ACCEPT, Authorization: `Bearer ${token}` },
      body: JSON.stringify(call('get_account_performance')),
    });
  });
  await Promise.allSettled(abandoned);
  expect((await server.post(token, call('get_account_performance'))).status).toBe(200);
});

test('never logs a token, however it was sent', async () => {
  await server.post(token, call('get_website_report'));
  await server.post(token, '{broken');
  await fetch(`${server.resource}?access_token=${token}`, { method: 'POST' });
  expect(server.logged()).toContain('"status":401');
  expect(server.logged()).not.toContain(token);
});
