import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  type Answer,
  askModern,
  CAPABILITIES_KEY,
  modernMessage,
  REVISION,
  VERSION_KEY,
} from './support/modern-message.ts';
import { startToolServer, type ToolServer } from './support/tool-server.ts';

let server: ToolServer;
let token: string;

beforeAll(async () => {
  server = await startToolServer();
  ({ token } = await server.token({ websiteIds: [11] }));
});
afterAll(() => server.stop());

const ask = (...message: Parameters<typeof modernMessage>): Promise<Answer> =>
  askModern(server, token, ...message);
const rejection = async (...message: Parameters<typeof modernMessage>) => {
  const { status, error } = await ask(...message);
  return [status, error.code];
};

describe('the protocol version', () => {
  test.each(['2027-01-01', '1999-01-01', '2025-11-25', 'newest'])(
    'rejects %s in the metadata with 400, -32022 and the supported versions',
    async (version) => {
      const { status, id, error } = await ask(
        'tools/list',
        {},
        {
          meta: { [VERSION_KEY]: version },
          headers: { 'Mcp-Protocol-Version': version },
        },
      );
      expect([status, id, error.code]).toEqual([400, 1, -32_022]);
      expect(error.data).toEqual({ supported: [REVISION], requested: version });
    },
  );

  test('rejects a header that is missing or differs from the metadata with 400 and -32020', async () => {
    for (const version of [undefined, '2025-11-25', '2027-01-01', '']) {
      const headers = { 'Mcp-Protocol-Version': version };
      expect(await rejection('tools/list', {}, { headers })).toEqual([400, -32_020]);
      expect(await rejection('server/discover', {}, { headers })).toEqual([400, -32_020]);
    }
  });

  test('rejects metadata without version or capabilities with 400 and -32602', async () => {
    for (const meta of [
      { [VERSION_KEY]: undefined },
      { [CAPABILITIES_KEY]: undefined },
      { [VERSION_KEY]: 5 },
      { [CAPABILITIES_KEY]: 'all' },
    ]) {
      expect(await rejection('tools/list', {}, { meta })).toEqual([400, -32_602]);
    }
    const { headers } = modernMessage('tools/list');
    const response = await server.post(token, { jsonrpc: '2.0', id: 1, method: 'tools/list' }, headers);
    expect([response.status, ((await response.json()) as Answer).error.code]).toEqual([400, -32_602]);
  });

  test('rejects a handshake with the header of a revision that has none', async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25' } };
    const response = await server.post(token, body, { 'Mcp-Protocol-Version': REVISION });
    expect([response.status, ((await response.json()) as Answer).error.code]).toEqual([400, -32_020]);
  });
});

describe('the headers that repeat the body', () => {
  const CALL = ['tools/call', { name: 'list_websites' }] as const;

  test.each([undefined, '', 'tools/list', 'TOOLS/CALL'])('rejects Mcp-Method: %s', async (method) => {
    expect(await rejection(...CALL, { headers: { 'Mcp-Method': method } })).toEqual([400, -32_020]);
  });

  test.each([
    CALL,
    ['prompts/get', { name: 'weekly_review' }],
    ['resources/read', { uri: 'metrics://definitions' }],
  ] as const)('%s requires the correct Mcp-Name', async (method, params) => {
    for (const name of [
      undefined,
      '',
      'get_website_report',
      'LIST_WEBSITES',
      '=?base64?bGlzdA==?=',
      '=?base64?***?=',
    ]) {
      expect(await rejection(method, params, { headers: { 'Mcp-Name': name } })).toEqual([400, -32_020]);
    }
  });

  test('accepts a name in Base64, and ignores Mcp-Name for methods that do not need it', async () => {
    const encoded = `=?base64?${Buffer.from('list_websites').toString('base64')}?=`;
    expect((await ask(...CALL, { headers: { 'Mcp-Name': encoded } })).status).toBe(200);
    expect((await ask('tools/list', {}, { headers: { 'Mcp-Name': 'whatever' } })).status).toBe(200);
  });

  test('names the wrong header and does not repeat its value', async () => {
    const { id, error } = await ask(...CALL, { id: 'x', headers: { 'Mcp-Name': 'ignore_all' } });
    expect(id).toBe('x');
    expect(error.message).toContain('Mcp-Name');
    expect(error.message).not.toContain('ignore_all');
  });
});

describe('messages', () => {
  test('rejects every batch', async () => {
    const { headers, body } = modernMessage('tools/list');
    const older = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
    for (const batch of [[body], [older, body], [older], []]) {
      const response = await server.post(token, batch, headers);
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { jsonrpc: '2.0', id: null, error: {} },
      ]);
    }
    const withoutHeader = await server.post(token, [older, body]);
    expect(withoutHeader.status).toBe(400);
  });

  test('accepts a notification with 202', async () => {
    const notification = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    const response = await server.post(token, notification, { 'Mcp-Protocol-Version': REVISION });
    expect([response.status, await response.text()]).toEqual([202, '']);
  });

  test('returns a JSON-RPC error for a body that is not JSON or not a message', async () => {
    const { headers } = modernMessage('tools/list');
    for (const body of ['{broken', '', '"text"', '{}', 'null', '5']) {
      const response = await server.post(token, body, headers);
      expect([body, response.status]).toEqual([body, 400]);
      expect(await response.json()).toMatchObject({ jsonrpc: '2.0', id: null });
    }
    const text = await server.post(token, '{}', { ...headers, 'Content-Type': 'text/plain' });
    expect([text.status, ((await text.json()) as { jsonrpc: string }).jsonrpc]).toEqual([415, '2.0']);
  });

  test('returns 405 for GET and DELETE', async () => {
    for (const method of ['GET', 'DELETE']) {
      const response = await fetch(server.resource, {
        method,
        headers: { Authorization: `Bearer ${token}`, 'Mcp-Protocol-Version': REVISION },
      });
      expect([response.status, response.headers.get('Allow')]).toEqual([405, 'POST, OPTIONS']);
    }
  });
});

describe('authorization comes before the protocol rules', () => {
  const wrong = { headers: { 'Mcp-Protocol-Version': '1999-01-01', 'Mcp-Method': undefined } };

  test('returns 401 without a token and from the first call after revocation', async () => {
    const { headers, body } = modernMessage('tools/list', {}, wrong);
    const response = await server.post(undefined, body, headers);
    expect(response.status).toBe(401);
    expect(response.headers.get('WWW-Authenticate')).toContain('resource_metadata=');

    const { token: mine, revoke } = await server.token({ websiteIds: [11] });
    expect((await askModern(server, mine, 'tools/list')).status).toBe(200);
    await revoke();
    expect((await askModern(server, mine, 'tools/list')).status).toBe(401);
  });

  test('returns 403 without the scope reports', async () => {
    const { token: other } = await server.token({ websiteIds: [11], scopes: ['contacts:read'] });
    for (const method of ['server/discover', 'tools/list', 'tools/drop']) {
      expect((await askModern(server, other, method)).status).toBe(403);
    }
  });
});
