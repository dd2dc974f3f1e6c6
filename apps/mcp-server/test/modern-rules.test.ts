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
const refused = async (...message: Parameters<typeof modernMessage>) => {
  const { status, error } = await ask(...message);
  return [status, error.code];
};

describe('the version', () => {
  test.each(['2027-01-01', '1999-01-01', '2025-11-25', 'newest'])(
    'refuses %s in the metadata by 400 and -32022, with what there is',
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

  test('refuses a header that is missing or differs from the metadata by 400 and -32020', async () => {
    for (const version of [undefined, '2025-11-25', '2027-01-01', '']) {
      const headers = { 'Mcp-Protocol-Version': version };
      expect(await refused('tools/list', {}, { headers })).toEqual([400, -32_020]);
      expect(await refused('server/discover', {}, { headers })).toEqual([400, -32_020]);
    }
  });

  test('refuses metadata without version or capabilities by 400 and -32602', async () => {
    for (const meta of [
      { [VERSION_KEY]: undefined },
      { [CAPABILITIES_KEY]: undefined },
      { [VERSION_KEY]: 5 },
      { [CAPABILITIES_KEY]: 'all' },
    ]) {
      expect(await refused('tools/list', {}, { meta })).toEqual([400, -32_602]);
    }
    const { headers } = modernMessage('tools/list');
    const response = await server.post(token, { jsonrpc: '2.0', id: 1, method: 'tools/list' }, headers);
    expect([response.status, ((await response.json()) as Answer).error.code]).toEqual([400, -32_602]);
  });

  test('refuses a handshake under the header of a revision that has none', async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25' } };
    const response = await server.post(token, body, { 'Mcp-Protocol-Version': REVISION });
    expect([response.status, ((await response.json()) as Answer).error.code]).toEqual([400, -32_020]);
  });
});

describe('the headers that repeat the body', () => {
  const CALL = ['tools/call', { name: 'list_websites' }] as const;

  test.each([undefined, '', 'tools/list', 'TOOLS/CALL'])('refuses Mcp-Method: %s', async (method) => {
    expect(await refused(...CALL, { headers: { 'Mcp-Method': method } })).toEqual([400, -32_020]);
  });

  test.each([
    CALL,
    ['prompts/get', { name: 'weekly_review' }],
    ['resources/read', { uri: 'metrics://definitions' }],
  ] as const)('%s needs the right Mcp-Name', async (method, params) => {
    for (const name of [
      undefined,
      '',
      'get_website_report',
      'LIST_WEBSITES',
      '=?base64?bGlzdA==?=',
      '=?base64?***?=',
    ]) {
      expect(await refused(method, params, { headers: { 'Mcp-Name': name } })).toEqual([400, -32_020]);
    }
  });

  test('takes a name in Base64, and one that no other method needs', async () => {
    const encoded = `=?base64?${Buffer.from('list_websites').toString('base64')}?=`;
    expect((await ask(...CALL, { headers: { 'Mcp-Name': encoded } })).status).toBe(200);
    expect((await ask('tools/list', {}, { headers: { 'Mcp-Name': 'whatever' } })).status).toBe(200);
  });

  test('says which header it is, and repeats nothing of the name', async () => {
    const { id, error } = await ask(...CALL, { id: 'x', headers: { 'Mcp-Name': 'ignore_all' } });
    expect(id).toBe('x');
    expect(error.message).toContain('Mcp-Name');
    expect(error.message).not.toContain('ignore_all');
  });
});

describe('messages', () => {
  test('takes no batch, of whatever it is made', async () => {
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

  test('takes a notification with 202', async () => {
    const notification = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    const response = await server.post(token, notification, { 'Mcp-Protocol-Version': REVISION });
    expect([response.status, await response.text()]).toEqual([202, '']);
  });

  test('answers what is no JSON, or no message, in JSON-RPC', async () => {
    const { headers } = modernMessage('tools/list');
    for (const body of ['{broken', '', '"text"', '{}', 'null', '5']) {
      const response = await server.post(token, body, headers);
      expect([body, response.status]).toEqual([body, 400]);
      expect(await response.json()).toMatchObject({ jsonrpc: '2.0', id: null });
    }
    const text = await server.post(token, '{}', { ...headers, 'Content-Type': 'text/plain' });
    expect([text.status, ((await text.json()) as { jsonrpc: string }).jsonrpc]).toEqual([415, '2.0']);
  });

  test('answers GET and DELETE with 405', async () => {
    for (const method of ['GET', 'DELETE']) {
      const response = await fetch(server.resource, {
        method,
        headers: { Authorization: `Bearer ${token}`, 'Mcp-Protocol-Version': REVISION },
      });
      expect([response.status, response.headers.get('Allow')]).toEqual([405, 'POST, OPTIONS']);
    }
  });
});

describe('authorization comes before all of it', () => {
  const wrong = { headers: { 'Mcp-Protocol-Version': '1999-01-01', 'Mcp-Method': undefined } };

  test('answers 401 without a token, and from the next call on when it is revoked', async () => {
    const { headers, body } = modernMessage('tools/list', {}, wrong);
    const response = await server.post(undefined, body, headers);
    expect(response.status).toBe(401);
    expect(response.headers.get('WWW-Authenticate')).toContain('resource_metadata=');

    const { token: mine, revoke } = await server.token({ websiteIds: [11] });
    expect((await askModern(server, mine, 'tools/list')).status).toBe(200);
    await revoke();
    expect((await askModern(server, mine, 'tools/list')).status).toBe(401);
  });

  test('answers 403 without the scope reports', async () => {
    const { token: other } = await server.token({ websiteIds: [11], scopes: ['contacts:read'] });
    for (const method of ['server/discover', 'tools/list', 'tools/drop']) {
      expect((await askModern(server, other, method)).status).toBe(403);
    }
  });
});
