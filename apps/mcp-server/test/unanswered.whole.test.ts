import { fileURLToPath } from 'node:url';
import { useOwnServer } from '@funnel/testing/own-server';
import { checkUnanswered } from '@funnel/testing/unanswered-database';
import { afterAll, expect, test } from '@jest/globals';
import { startToolServer } from './support/tool-server.ts';

const script = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const MESSAGE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'get_website_report', arguments: { timeframe: 'today' } },
};

const server = useOwnServer();
afterAll(() => server.stop());

test('a tool call says in time that the database does not answer, and the next one is answered', async () => {
  const tools = await startToolServer();
  const { token } = await tools.token({ websiteIds: [11] });
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  await checkUnanswered(
    {
      script,
      env: { ...tools.env, MCP_SERVER_PORT: '0' },
      applicationName: 'mcp-server',
      database: tools.database,
      ask: (url) => fetch(`${url}/mcp`, { method: 'POST', headers, body: JSON.stringify(MESSAGE) }),
    },
    async (response) => {
      const answer = (await response.json()) as { result: { isError: boolean; content: { text: string }[] } };
      expect(answer.result.isError).toBe(true);
      expect(JSON.parse(answer.result.content[0]?.text ?? '')).toMatchObject({
        code: 'unavailable',
        status: 503,
      });
    },
  );
  await tools.stop();
});
