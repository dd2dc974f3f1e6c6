import { PersonVisitor } from '@funnel/fixtures';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { OAuthApplication } from '@funnel/testing';
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { problemOf, startToolServer, type ToolServer } from './support/tool-server.ts';

let server: ToolServer;

beforeAll(async () => {
  server = await startToolServer();
});
afterAll(() => server.stop());

test('a client that knows only the address authorizes itself and gets reports of the websites chosen at consent', async () => {
  const application = new OAuthApplication();
  const open = () => {
    const transport = new StreamableHTTPClientTransport(new URL(server.resource), {
      authProvider: application,
    });
    const client = new Client({ name: 'test', version: '1' });
    return { transport, client };
  };

  const first = open();
  await expect(first.client.connect(first.transport)).rejects.toThrow(UnauthorizedError);
  const asked = application.opened;
  expect(asked?.origin).toBe(server.authorization.url);
  expect(asked?.searchParams.get('resource')).toBe(server.resource);
  expect(asked?.searchParams.get('scope')?.split(' ')).toContain('reports');

  const choice = { email: 'ann@example.com', websiteIds: [12] };
  const back = await new PersonVisitor(server.authorization.url).authorize(asked ?? '', choice);
  expect(back.href).toContain(application.redirectUrl);
  await first.transport.finishAuth(back.searchParams.get('code') ?? '');

  const second = open();
  await second.client.connect(second.transport);
  expect(second.client.getInstructions()).toContain('Websites: 12 (');
  const listed = await second.client.callTool({ name: 'list_websites' });
  expect(listed.structuredContent).toMatchObject({ websites: [{ id: 12 }] });
  const rejected = await second.client.callTool({
    name: 'get_website_report',
    arguments: { website_id: 11 },
  });
  expect(problemOf(rejected)).toMatchObject({ status: 404 });
  await second.client.close();
});
