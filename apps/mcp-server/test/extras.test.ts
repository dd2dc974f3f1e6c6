import { TOOL_OPERATIONS, type ToolOperation } from '@funnel/operations';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Answer, askModern, CAPABILITIES_KEY } from './support/modern-message.ts';
import { type RestApi, startRestApi } from './support/rest-api.ts';
import { REST_RESOURCE, startToolServer, type ToolServer } from './support/tool-server.ts';

const VIEWS = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } };

let server: ToolServer;
let rest: RestApi;
let token: string;
let restToken: string;
beforeAll(async () => {
  server = await startToolServer();
  rest = await startRestApi(server);
  ({ token } = await server.token({ websiteIds: [11] }));
  restToken = (await server.token({ websiteIds: [11], resource: REST_RESOURCE })).token;
});
afterAll(async () => {
  await rest.stop();
  await server.stop();
});

async function call({ name, example }: ToolOperation, capabilities: object): Promise<Answer['result']> {
  const meta = { [CAPABILITIES_KEY]: capabilities };
  const params = { name, arguments: example.parameters };
  return (await askModern(server, token, 'tools/call', params, { meta })).result;
}

/** The same question for REST, with extras. */
function pathWithExtras({ path, example }: ToolOperation): string {
  const { id, ...query } = example.parameters;
  const given = Object.entries({ ...query, extras: true }).map(([name, value]) => [name, String(value)]);
  return `${path.replace('{id}', String(id))}?${new URLSearchParams(given).toString()}`;
}

/** What a result says beside the name of the server. */
const metaOf = ({ _meta = {} }: Answer['result']) => _meta['funnel/extras'];

describe.each(TOOL_OPERATIONS.map((operation) => [operation.name, operation] as const))(
  '%s',
  (_name, operation) => {
    test('has the extras of REST in _meta, for a client that shows views alone', async () => {
      const response = await rest.get(restToken, pathWithExtras(operation));
      const { extras } = (await response.json()) as { extras?: unknown };
      const [shown, plain] = [await call(operation, VIEWS), await call(operation, {})];
      expect(extras !== undefined).toBe(operation.hasExtras);
      expect(metaOf(shown)).toEqual(extras);
      expect(metaOf(plain)).toBeUndefined();
      expect({ ...shown, _meta: undefined }).toEqual({ ...plain, _meta: undefined });
      expect(JSON.stringify(plain)).not.toContain('funnel/');
    });
  },
);

test('a tool has no parameter extras: it is named as unknown', async () => {
  const params = { name: 'get_website_report', arguments: { extras: true } };
  const { result } = await askModern(server, token, 'tools/call', params);
  expect(metaOf(result)).toBeUndefined();
  expect(JSON.stringify(result['content'])).toContain('extras is not a parameter of this report');
});
