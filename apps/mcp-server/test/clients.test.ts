import { TOOL_OPERATIONS } from '@funnel/operations';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  Client,
  StreamableHTTPClientTransport,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client';
import { problemOf, startToolServer, type ToolServer } from './support/tool-server.ts';

/** The protocol version that each mode negotiates. The other suites use the client of the older SDK. */
const MODES: [VersionNegotiationMode, string][] = [
  ['legacy', '2025-11-25'],
  ['auto', '2026-07-28'],
  [{ pin: '2026-07-28' }, '2026-07-28'],
];

let server: ToolServer;
let token: string;

beforeAll(async () => {
  server = await startToolServer();
  ({ token } = await server.token({ websiteIds: [11, 12] }));
});
afterAll(() => server.stop());

const open = async (mode: VersionNegotiationMode, bearer = token) => {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const requestInit = { headers: { Authorization: `Bearer ${bearer}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(server.resource), { requestInit }));
  return client;
};

describe.each(MODES)('the client of the newer SDK in mode %j', (mode, revision) => {
  let client: Client;

  beforeAll(async () => {
    client = await open(mode);
  });
  afterAll(() => client.close());

  test(`negotiates ${revision} and gets the websites of its token`, () => {
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    expect(client.getServerVersion()).toMatchObject({ name: 'funnel-reports' });
    expect(client.getInstructions()).toContain('Websites: 11 (');
  });

  test('lists every tool and calls one, whose result matches its schema', async () => {
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(TOOL_OPERATIONS.length);
    const result = await client.callTool({
      name: 'get_campaign_report',
      arguments: { id: 101, website_id: 11 },
    });
    expect(result.structuredContent).toMatchObject({ report: 'campaign', data: { id: 101 } });
    expect(result.content).toEqual([
      { type: 'text', text: JSON.stringify(result.structuredContent) },
      { type: 'text', text: expect.stringContaining('- running_window: ') },
    ]);
  });

  test('gets a problem object for an invalid call and -32602 for an unknown tool', async () => {
    const result = await client.callTool({ name: 'get_website_report' });
    expect(problemOf(result)).toMatchObject({ code: 'website_id_required', allowed: ['11', '12'] });
    await expect(client.callTool({ name: 'drop_everything' })).rejects.toMatchObject({ code: -32_602 });
  });

  test('gets prompts and the resource', async () => {
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toContain('find_drop_off');
    const { messages } = await client.getPrompt({ name: 'find_drop_off', arguments: { campaign_id: '101' } });
    expect(messages[0]?.content).toMatchObject({ type: 'text', text: expect.stringContaining('id=101') });
    const [{ uri } = { uri: '' }] = (await client.listResources()).resources;
    const { contents } = await client.readResource({ uri });
    expect(contents[0]).toMatchObject({ uri: 'metrics://definitions', mimeType: 'application/json' });
    expect((await client.listResourceTemplates()).resourceTemplates).toEqual([]);
    await expect(client.readResource({ uri: 'metrics://other' })).rejects.toThrow();
  });

  test('gets 401 with an invalid token', async () => {
    await expect(open(mode, 'unknown')).rejects.toMatchObject({ status: 401 });
  });
});
