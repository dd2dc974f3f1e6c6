import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { TOOLS } from '../src/tools/tool-list.ts';
import { print } from './support/print.ts';
import { startToolServer, type ToolServer } from './support/tool-server.ts';

const URI = 'ui://funnel/view.html';
const TYPE = 'text/html;profile=mcp-app';
const LIST_LIMIT = 5_400;
const VIEWS = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: [TYPE] } } };
const OTHERS = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/other'] } } };

let server: ToolServer;
let token: string;
beforeAll(async () => {
  server = await startToolServer();
  ({ token } = await server.token({ websiteIds: [11] }));
});
afterAll(() => server.stop());

async function connect(mode: 'legacy' | 'auto', capabilities: object): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode }, capabilities });
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(server.resource), { requestInit }));
  return client;
}

for (const mode of ['legacy', 'auto'] as const) {
  test(`${mode}: a client that shows views gets a page for every tool`, async () => {
    const client = await connect(mode, VIEWS);
    const { tools } = await client.listTools();
    expect(tools).toEqual(TOOLS.map((tool) => ({ ...tool, _meta: { ui: { resourceUri: URI } } })));
    const { resources } = await client.listResources();
    expect(resources.map(({ uri, mimeType }) => [uri, mimeType])).toContainEqual([URI, TYPE]);
    const { contents } = await client.readResource({ uri: URI });
    const domains = { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] };
    expect(contents).toMatchObject([{ uri: URI, mimeType: TYPE, _meta: { ui: { csp: domains } } }]);
    await client.close();
  });

  test.each([
    ['none', {}],
    ['another type', OTHERS],
  ])(`${mode}: a client with %s of it sees no difference`, async (_name, capabilities) => {
    const client = await connect(mode, capabilities);
    expect((await client.listTools()).tools).toEqual(TOOLS);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(['metrics://definitions']);
    await client.close();
  });
}

test('only an older client that shows views gets a session id, and any server reads it', async () => {
  const initialize = (capabilities: object) =>
    server.post(token, {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', clientInfo: { name: 'test', version: '1' }, capabilities },
    });
  expect((await initialize({})).headers.get('Mcp-Session-Id')).toBeNull();
  const ids = [await initialize(VIEWS), await initialize(VIEWS)].map(({ headers }) =>
    headers.get('Mcp-Session-Id'),
  );
  expect(new Set(ids).size).toBe(2);
  for (const id of ids) expect(id).toMatch(/^view-[0-9a-f-]{36}$/);
});

test(`the list with its pages costs less than ${LIST_LIMIT} tokens`, async () => {
  const client = await connect('auto', VIEWS);
  const { tools } = await client.listTools();
  await client.close();
  const tokens = countTokens(JSON.stringify(tools));
  print('tokens (o200k) of the definitions', new Map([['with views', tokens]]));
  expect(tokens).toBeLessThan(LIST_LIMIT);
});
