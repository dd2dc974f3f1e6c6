import { TOOL_OPERATIONS } from '@funnel/operations';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { SHOP, websiteIdOf } from './support/agency/agency-catalog.ts';
import { type Arguments, type Body, findOne, named } from './support/agency/agent.ts';
import { AGENCY_DATA } from './support/agency/agency-data.ts';
import { print } from './support/print.ts';
import { startToolServer, type ToolServer } from './support/tool-server.ts';

/** A model reads the definitions on every turn, so they must not grow without a reason. */
const AVERAGE_DEFINITION_LIMIT = 540;
const DEFINITION_LIMIT = 1_000;
const RESULT_LIMIT = 10_000;

let server: ToolServer;
let token: string;
let client: Client;
beforeAll(async () => {
  server = await startToolServer({ data: AGENCY_DATA });
  ({ token } = await server.token({ websiteIds: [websiteIdOf(SHOP)] }));
  client = await server.client(token);
});
afterAll(async () => {
  await client.close();
  await server.stop();
});

test(`a tool definition, its output schema included, costs less than ${AVERAGE_DEFINITION_LIMIT} tokens on average`, async () => {
  const response = await server.post(token, { jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const { tools } = ((await response.json()) as { result: { tools: { name: string }[] } }).result;
  const tokens = countTokens(JSON.stringify(tools));
  const each = tools.map((tool): [string, number] => [tool.name, countTokens(JSON.stringify(tool))]);
  print('tokens (o200k) of the definitions', new Map([['all', tokens], ...each]));
  expect(tools).toHaveLength(TOOL_OPERATIONS.length);
  expect(tokens / tools.length).toBeLessThan(AVERAGE_DEFINITION_LIMIT);
  expect(each.filter(([, count]) => count >= DEFINITION_LIMIT)).toEqual([]);
});

test(`every default result with its notes on a busy website costs less than ${RESULT_LIMIT} tokens`, async () => {
  const tokens = new Map<string, number>();
  const call = async (name: string, args: Arguments = {}): Promise<Body> => {
    const { structuredContent, content } = await client.callTool({ name, arguments: { ...args } });
    const [, ...notes] = (content as { text: string }[]).map(({ text }) => text);
    const texts = [JSON.stringify(withLargerNumbers(structuredContent)), ...notes];
    tokens.set(name, countTokens(texts.join('\n')));
    return structuredContent;
  };
  for (const { name, parameters } of TOOL_OPERATIONS) if (!('id' in parameters)) await call(name);
  const { experiments } = (await call('list_experiments')).data;
  expect(experiments).toHaveLength(25);
  const { campaigns } = (await call('list_campaigns')).data;
  expect(campaigns).toHaveLength(25);
  const oldest = await client.callTool({ name: 'list_campaigns', arguments: { page: 2 } });
  const { id } = findOne((oldest.structuredContent as Body).data.campaigns, named('Style quiz'));
  const { variants } = (await call('get_campaign_report', { id })).data;
  const { funnel_steps } = (await call('get_variant_report', { id: variants[0].id })).data;
  const { elements } = (await call('get_step_report', { id: funnel_steps[0].id })).data;
  await call('get_element_report', { id: elements[0].id });
  print('tokens (o200k) of the default results', tokens);
  expect([...tokens.keys()].toSorted()).toEqual(TOOL_OPERATIONS.map(({ name }) => name).toSorted());
  for (const [tool, count] of tokens)
    expect({ tool, isWithin: count < RESULT_LIMIT }).toEqual({ tool, isWithin: true });
});

/** The same result with larger numbers: those of the tests are small, and every digit costs tokens. */
function withLargerNumbers(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withLargerNumbers);
  if (typeof node === 'number' && node > 0) return Math.round(node * 100 * 977.13) / 100;
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      key.endsWith('_rate') ? 12.34 : withLargerNumbers(value),
    ]),
  );
}
