import { createRequire } from 'node:module';
import { TOOL_OPERATIONS } from '@funnel/operations';
import { createLogger, createRegistry } from '@funnel/service';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { answer } from '../src/protocol/methods.ts';
import { createToolMetrics } from '../src/tools/tool-metrics.ts';
import {
  type Answer,
  askModern,
  modernMessage,
  REVISION,
  SERVER_INFO_KEY,
} from './support/modern-message.ts';
import { principal, problemOf, startToolServer, type ToolServer } from './support/tool-server.ts';

const { version } = createRequire(import.meta.url)('../package.json') as { version: string };

let server: ToolServer;
let token: string;

beforeAll(async () => {
  server = await startToolServer();
  ({ token } = await server.token({ websiteIds: [11] }));
});
afterAll(() => server.stop());

const ask = (...message: Parameters<typeof modernMessage>): Promise<Answer> =>
  askModern(server, token, ...message);

/** The same request as an older client sends it. */
async function askOlder(method: string, params: object = {}): Promise<Answer['result']> {
  const response = await server.post(token, { jsonrpc: '2.0', id: 1, method, params });
  return ((await response.json()) as Answer).result;
}

describe('discovery', () => {
  test('returns the revision, the capabilities and the instructions for the token, without a handshake', async () => {
    const { status, result } = await ask('server/discover');
    expect(status).toBe(200);
    const { instructions, ...rest } = result;
    expect(rest).toEqual({
      resultType: 'complete',
      supportedVersions: [REVISION],
      capabilities: { tools: {}, prompts: {}, resources: {} },
      ttlMs: 60_000,
      cacheScope: 'private',
      _meta: { [SERVER_INFO_KEY]: { name: 'funnel-reports', title: 'Funnel reports', version } },
    });
    const initialize = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    };
    expect(instructions).toBe((await askOlder('initialize', initialize))['instructions']);
    expect(instructions).toContain('Today is Saturday 2026-11-14 (UTC)');
    expect(instructions).toContain('Websites: 11 (');
  });

  test('names only the websites of the token', async () => {
    const { token: other } = await server.token({ websiteIds: [12] });
    const { result } = await askModern(server, other, 'server/discover');
    expect(result['instructions']).toContain('Websites: 12 (');
    expect(result['instructions']).not.toContain('11 (');
  });
});

describe('results', () => {
  test.each(TOOL_OPERATIONS.map((operation) => [operation.name, operation] as const))(
    '%s returns what older clients get',
    async (name, { example }) => {
      const params = { name, arguments: example.parameters };
      const { status, result } = await ask('tools/call', params);
      const { resultType, _meta, ...rest } = result;
      expect([status, resultType]).toEqual([200, 'complete']);
      expect(_meta).toHaveProperty([SERVER_INFO_KEY, 'name'], 'funnel-reports');
      expect(rest).toHaveProperty('structuredContent');
      expect(rest).toEqual(await askOlder('tools/call', params));
    },
  );

  test.each([
    ['tools/list', {}],
    ['prompts/list', {}],
    ['resources/list', {}],
    ['resources/templates/list', {}],
    ['resources/read', { uri: 'metrics://definitions' }],
  ])('%s returns what older clients get, and how long to cache it', async (method, params) => {
    // The second response comes from the cache.
    for (const id of [1, 'b"c']) {
      const answered = await ask(method, params, { id });
      const { resultType, ttlMs, cacheScope, _meta, ...rest } = answered.result;
      expect([answered.status, answered.id, resultType]).toEqual([200, id, 'complete']);
      expect([ttlMs, cacheScope]).toEqual([3_600_000, 'private']);
      expect(_meta).toHaveProperty([SERVER_INFO_KEY, 'version'], version);
      expect(rest).toEqual(await askOlder(method, params));
    }
  });

  test('prompts/get returns what older clients get, without cache hints', async () => {
    const params = { name: 'weekly_review', arguments: { website_id: '11' } };
    const { resultType, _meta, ...rest } = (await ask('prompts/get', params)).result;
    expect(resultType).toBe('complete');
    expect(rest).toEqual(await askOlder('prompts/get', params));
  });

  test('returns an error that the caller can fix as a result with a problem object', async () => {
    const params = { name: 'get_website_report', arguments: { group_by: 'hour' } };
    const { status, result } = await ask('tools/call', params);
    expect([status, result['resultType']]).toEqual([200, 'complete']);
    expect(problemOf(result)).toMatchObject({ status: 422, code: 'invalid_group_by' });
  });

  test('returns JSON, creates no session and ignores a given one', async () => {
    const { headers, body } = modernMessage('tools/list');
    const response = await server.post(token, body, {
      ...headers,
      'Mcp-Session-Id': 'made-up',
      'Last-Event-ID': '1',
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toContain('application/json');
    expect(response.headers.has('Mcp-Session-Id')).toBe(false);
  });
});

describe('errors', () => {
  test.each(['tools/drop', 'ping', 'initialize', 'logging/setLevel', 'subscriptions/listen', 'toString'])(
    'returns 404 and -32601 for the method %s',
    async (method) => {
      const { status, id, error } = await ask(method, {}, { id: 'x' });
      expect([status, id, error.code]).toEqual([404, 'x', -32_601]);
    },
  );

  test('rejects an unknown tool, prompt or resource with -32602 and does not repeat its name', async () => {
    for (const [method, params] of [
      ['tools/call', { name: 'drop_everything' }],
      ['prompts/get', { name: 'drop_everything' }],
      ['resources/read', { uri: 'metrics://drop_everything' }],
    ] as const) {
      const { status, error } = await ask(method, params);
      expect([method, status, error.code]).toEqual([method, 200, -32_602]);
      expect(error.message).not.toContain('drop_everything');
    }
  });

  test.each([{}, { name: 5 }, { name: 'list_websites', arguments: [] }])(
    'rejects the parameters %j with -32602 and our own message',
    async (params) => {
      const { error } = await ask('tools/call', params);
      expect(error).toEqual({ code: -32_602, message: 'The parameters of this method are malformed.' });
    },
  );

  test('hides the details of an unexpected failure but logs them', async () => {
    let log = '';
    const destination = { write: (line: string) => void (log += line) };
    const context = {
      database: server.database,
      principal: principal([11]),
      now: new Date(Number.NaN),
      requestId: 'request-1',
      showsViews: false,
      logger: createLogger({ service: 'test', level: 'error', destination }),
      toolMetrics: createToolMetrics(createRegistry('test')),
    };
    const failed = answer({ method: 'prompts/get', params: { name: 'weekly_review' } }, context);
    await expect(failed).rejects.toMatchObject({ code: -32_603, message: 'Internal error' });
    expect(log).toContain('An invalid Date has no day');
    expect(log).toContain('request-1');
  });
});
