import { TOOL_OPERATIONS } from '@funnel/operations';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { print } from './support/print.ts';
import { singleInvalidValues, type Question, randomQuestions } from './support/questions/random-questions.ts';
import { type RestApi, startRestApi } from './support/rest-api.ts';
import { REST_RESOURCE, startToolServer, type ToolServer } from './support/tool-server.ts';

const CONCURRENCY = 8;
/** About fifteen seconds on an idle machine. */
const TIMEOUT_MS = 600_000;
const WITHOUT_SDK = { count: 200, seed: 20_261_114 };
const INVALID_PER_PARAMETER = 2;
const WITH_SDK = { count: 40, seed: 7 };
/** The error codes that the questions must cause. */
const CODES = [
  'website_id_required',
  'not_found',
  'invalid_website_id',
  'invalid_count_type',
  'invalid_group_by',
  'range_too_wide',
  'invalid_timeframe',
  'invalid_range',
  'invalid_previous_period',
  'invalid_id',
  'invalid_page',
  'invalid_per_page',
  'invalid_limit',
  'invalid_sort',
  'invalid_status',
  'invalid_cta_type',
];

interface ToolAnswer {
  content: { type: string; text: string }[];
  structuredContent?: unknown;
  isError?: boolean;
}
interface Tokens {
  tool: string;
  rest: string;
}
type Problem = { code: string; status: number; detail: string; instance?: string };
type Ask = (question: Question) => Promise<ToolAnswer>;

let server: ToolServer;
let rest: RestApi;
const tokens = new Map<string, Tokens>();
const clients = new Map<string, Client>();

beforeAll(async () => {
  server = await startToolServer();
  rest = await startRestApi(server);
  for (const websiteIds of [[11], [11, 12]]) {
    const tool = (await server.token({ websiteIds })).token;
    const ofRest = (await server.token({ websiteIds, resource: REST_RESOURCE })).token;
    tokens.set(String(websiteIds), { tool, rest: ofRest });
    const client = await server.client(tool);
    // A client that has the list validates every result against the output schema of its tool.
    await client.listTools();
    clients.set(String(websiteIds), client);
  }
});
afterAll(async () => {
  for (const client of clients.values()) await client.close();
  await rest.stop();
  await server.stop();
});

/** Calls a tool without the SDK, which is faster. */
const askWithoutSdk: Ask = async ({ tool, args, websiteIds }) => {
  const response = await server.post(tokens.get(String(websiteIds))?.tool, {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: tool, arguments: args },
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { result: ToolAnswer }).result;
};

const askWithSdk: Ask = async ({ tool, args, websiteIds }) => {
  const client = clients.get(String(websiteIds));
  return (await client?.callTool({ name: tool, arguments: args })) as ToolAnswer;
};

/** The notes of the REST answer, or of its error. */
async function notesOf({ websiteIds, pathAndQuery }: Question): Promise<{ code: string; text: string }[]> {
  const path = `${pathAndQuery}${pathAndQuery.includes('?') ? '&' : '?'}notes=true`;
  const response = await rest.get(tokens.get(String(websiteIds))?.rest, path);
  return ((await response.json()) as { notes?: { code: string; text: string }[] }).notes ?? [];
}

/** The same notes as a tool returns them. */
function blocksOf(notes: readonly { code: string; text: string }[]): ToolAnswer['content'] {
  if (notes.length === 0) return [];
  const lines = notes.map(({ code, text }) => `- ${code}: ${text}`);
  return [{ type: 'text', text: ['Notes on this answer:', ...lines].join('\n') }];
}

let asked = 0;

/** Compares both answers; returns `ok` or the error code. */
async function compare(question: Question, ask: Ask): Promise<string> {
  const [response, answer] = await Promise.all([
    rest.get(tokens.get(String(question.websiteIds))?.rest, question.pathAndQuery),
    ask(question),
  ]);
  const text = await response.text();
  const [content, ...more] = answer.content;
  // A third request for some is enough.
  const blocks = asked++ % 5 === 0 ? blocksOf(await notesOf(question)) : more.slice(0, 1);
  expect({ question, type: content?.type, more }).toEqual({ question, type: 'text', more: blocks });
  if (response.status === 200) {
    expect({ question, ...answer }).toEqual({
      question,
      content: [{ type: 'text', text }, ...blocks],
      structuredContent: JSON.parse(text) as unknown,
    });
    return 'ok';
  }
  const { instance: _rest, ...expected } = JSON.parse(text) as Problem;
  const { instance, ...problem } = JSON.parse(content?.text ?? '') as Problem;
  expect(instance).toEqual(expect.any(String));
  expect(answer).toEqual({ content: answer.content, isError: true });
  expect(expected.status).toBe(response.status);
  if (expected.code === 'website_id_required')
    for (const id of question.websiteIds) expect(problem.detail).toContain(`${id} (`);
  expect(problem.detail).not.toMatch(/\b(?:list|get)_[a-z]/);
  expect({ question, problem }).toEqual({ question, problem: expected });
  return expected.code;
}

async function compareAll(questions: readonly Question[], ask: Ask): Promise<Map<string, number>> {
  const seen = new Map<string, number>();
  for (let from = 0; from < questions.length; from += CONCURRENCY) {
    const some = questions.slice(from, from + CONCURRENCY);
    const outcomes = await Promise.all(some.map((question) => compare(question, ask)));
    for (const [index, outcome] of outcomes.entries()) {
      const keys = outcome === 'ok' ? ['ok', `ok ${some[index]?.tool}`] : [outcome];
      for (const key of keys) seen.set(key, (seen.get(key) ?? 0) + 1);
    }
  }
  return seen;
}

test(
  'a tool returns the same bytes as the REST API for every question, errors included',
  async () => {
    const seen = await compareAll(
      [...singleInvalidValues(INVALID_PER_PARAMETER), ...randomQuestions(WITHOUT_SDK)],
      askWithoutSdk,
    );
    print('answers of both services', seen);
    expect([...seen.keys()]).toEqual(expect.arrayContaining(CODES));
    expect(seen.get('ok')).toBeGreaterThan(WITHOUT_SDK.count / 4);
    for (const { name: tool } of TOOL_OPERATIONS)
      expect({ tool, ok: seen.get(`ok ${tool}`) ?? 0 }).not.toMatchObject({ ok: 0 });
  },
  TIMEOUT_MS,
);

/** Cases that random questions rarely contain. */
test.each([
  ['invalid_range', 'range_end=2026-11-14&count_type=x&group_by=x'],
  ['invalid_range', 'range_start=2026-11-14&range_end=2026-11-01&previous_period=x'],
  ['invalid_count_type', 'range_start=1970-01-01&range_end=2026-11-14&group_by=day&count_type=x'],
  ['range_too_wide', 'range_start=2026-08-14&range_end=2026-11-14&group_by=year'],
  ['range_too_wide', 'range_start=2025-01-01&range_end=9999-12-31&group_by=day'],
  ['ok', 'range_start=2026-08-15&range_end=2026-11-14&group_by=day'],
])('both report the first of several errors: %s for %s', async (outcome, query) => {
  const args = { timeframe: 'custom', ...Object.fromEntries(new URLSearchParams(query)) };
  const pathAndQuery = `/reports/website?timeframe=custom&${query}`;
  const question = { tool: 'get_website_report', websiteIds: [11], args, pathAndQuery };
  expect(await compare(question, askWithoutSdk)).toBe(outcome);
});

test("returns the same through the SDK's client, which validates each result against its schema", async () => {
  const seen = await compareAll(randomQuestions(WITH_SDK), askWithSdk);
  expect(seen.get('ok')).toBeGreaterThan(WITH_SDK.count / 4);
  expect(seen.size).toBeGreaterThan(5);
});

describe('the tool server and the REST API reject a caller in the same way, for every report', () => {
  /** Each service calls itself and the other one by its address. */
  const problemOf = async (response: Response, own: string, other: string) => {
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    const {
      instance: _instance,
      detail,
      ...problem
    } = (await response.json()) as Problem & { detail: string };
    const plain = detail.replace(`for ${other}.`, 'for OTHER.').replace(`is ${own}.`, 'is OWN.');
    return { http: response.status, ...problem, detail: plain };
  };
  const expectSameRejection = async (ofTool: string | undefined, ofRest: string | undefined) => {
    for (const { name: tool, path } of TOOL_OPERATIONS) {
      const params = { name: tool, arguments: { id: 1 } };
      const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
      const problem = await problemOf(await server.post(ofTool, call), server.resource, REST_RESOURCE);
      const answered = await rest.get(ofRest, path.replace('{id}', '1'));
      expect(problem).toEqual(await problemOf(answered, REST_RESOURCE, server.resource));
      expect([401, 403]).toContain(problem.http);
    }
  };

  test('without a token', () => expectSameRejection(undefined, undefined));
  test('with a token for the other service', async () => {
    const { tool, rest: ofRest } = tokens.get('11') ?? { tool: '', rest: '' };
    await expectSameRejection(ofRest, tool);
  });
  test('with a revoked token', async () => {
    const ofTool = await server.token({ websiteIds: [11] });
    const ofRest = await server.token({ websiteIds: [11], resource: REST_RESOURCE });
    await ofTool.revoke();
    await ofRest.revoke();
    await expectSameRejection(ofTool.token, ofRest.token);
  });
  test('with a token without the scope', async () => {
    const lacking = { websiteIds: [11], scopes: ['contacts:read'] };
    const ofTool = await server.token(lacking);
    const ofRest = await server.token({ ...lacking, resource: REST_RESOURCE });
    await expectSameRejection(ofTool.token, ofRest.token);
  });
});
