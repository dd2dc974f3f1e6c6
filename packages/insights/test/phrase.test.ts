import { createPhraser, type ModelEndpoint, modelEndpointOf, openAiCompatibleModel } from '../src/index.ts';
import type { Finding } from '@funnel/words';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { complete, type ModelServer, processorMs, startModelServer, timesAsMuch } from '@funnel/testing';

const FINDINGS: Finding[] = [
  {
    kind: 'conversion_rate_change',
    direction: 'down',
    campaign: { id: 1, name: 'Spring sale' },
    effect: 80,
    week: { count: 1, of: 1240, rate: 0.08 },
    previous: { count: 110, of: 1180, rate: 9.32 },
  },
  {
    kind: 'website_week',
    newSince: null,
    campaign: null,
    effect: 0,
    week: { count: 90, of: 2000, rate: 4.5 },
    previous: { count: 95, of: 2100, rate: 4.52 },
  },
];
const TEXTS = [
  '“Spring sale” stopped converting: 0.08% of 1,240 viewers, 9.32% of 1,180 the week before.',
  '2,000 visitors came, 90 converted.',
];
const GOOD = [
  '“Spring sale” has all but stopped: 0.08% of 1240 viewers convert now, after 9.32% of 1,180.',
  'You had 2,000 visitors, and 90 converted.',
];

let server: ModelServer;
let outcomes: [string, string | undefined][];

const phrase = (endpoint: Partial<ModelEndpoint> = {}) =>
  createPhraser({
    model: openAiCompatibleModel({
      url: server.url,
      model: 'writer',
      apiKey: 'k-1',
      timeoutMs: 60_000,
      ...endpoint,
    }),
    onOutcome: (outcome, reason) => outcomes.push([outcome, reason]),
  })(FINDINGS, TEXTS);

beforeAll(async () => {
  server = await startModelServer();
});
beforeEach(() => {
  outcomes = [];
  server.requests.length = 0;
});
afterAll(() => server.close());

test('uses texts that pass the checks, and sends the model only the findings and the key', async () => {
  server.answer = (res) => complete(res, { items: GOOD });
  expect(await phrase({ url: `${server.url}/` })).toEqual(GOOD);
  expect(outcomes).toEqual([['phrased', undefined]]);
  const [request] = server.requests;
  expect(request).toMatchObject({ path: '/v1/chat/completions', authorization: 'Bearer k-1' });
  expect(request?.body.model).toBe('writer');
  expect(JSON.parse(request?.body.messages.at(-1)?.content ?? '')).toEqual({ findings: TEXTS });
});

test.each<[string, unknown]>([
  ['a bare list', GOOD],
  ['a Markdown block', `\`\`\`json\n${JSON.stringify({ items: GOOD })}\n\`\`\``],
])('accepts %s', async (_name, content) => {
  server.answer = (res) => complete(res, content);
  expect(await phrase()).toEqual(GOOD);
});

test.each<[string, unknown, RegExp]>([
  ['an invented number', [GOOD[0], 'You had 2,000 visitors, and 91 converted.'], /text 2 .* 91/],
  ["another finding's number", [GOOD[0], 'You had 1,240 visitors.'], /text 2 .* 1240/],
  ['a number in other digits', [GOOD[0], 'You had ２００１ visitors.'], /2001/],
  ['one text too few', [GOOD[0]], /1 texts instead of 2/],
  ['one text too many', [...GOOD, 'Well done!'], /3 texts instead of 2/],
  ['a text without its campaign', ['It stopped: 0.08 %.', GOOD[1]], /does not name its campaign/],
  ['an empty text', [GOOD[0], '  '], /list of short texts/],
  ['a text that is too long', [GOOD[0], 'x'.repeat(401)], /list of short texts/],
  ['several lines', [GOOD[0], 'You had\n90.'], /list of short texts/],
  ['no texts at all', { items: [1, 2] }, /list of short texts/],
  ['prose', 'Here you are: great week!', /not JSON/],
])('rejects %s and uses the original texts', async (_name, content, reason) => {
  server.answer = (res) => complete(res, content);
  expect(await phrase()).toEqual(TEXTS);
  expect(outcomes).toEqual([['refused', expect.stringMatching(reason)]]);
});

test.each<[string, ModelServer['answer'], string]>([
  ['an error', (res) => void res.writeHead(500).end('{}'), 'unavailable'],
  ['a redirect', (res) => void res.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(), 'unavailable'],
  ['a page', (res) => void res.end('<html></html>'), 'refused'],
  ['another shape', (res) => void res.end('{"choices":[]}'), 'refused'],
  ['an endless answer', (res) => void res.end(`"${'x'.repeat(70_000)}"`), 'refused'],
  ['a closed connection', (res) => void res.destroy(), 'unavailable'],
])('uses the original texts after %s', async (_name, answer, outcome) => {
  server.answer = answer;
  expect(await phrase()).toEqual(TEXTS);
  expect(outcomes).toEqual([[outcome, expect.any(String)]]);
});

test('uses the original texts if the model does not answer in time', async () => {
  server.answer = () => {};
  expect(await phrase({ timeoutMs: 300 })).toEqual(TEXTS);
  expect(outcomes).toEqual([['unavailable', expect.any(String)]]);
});

test('uses the original texts if the endpoint is unreachable', async () => {
  expect(await phrase({ url: 'http://127.0.0.1:9' })).toEqual(TEXTS);
  expect(outcomes[0]?.[0]).toBe('unavailable');
});

test('modelEndpointOf returns undefined without an address', () => {
  const settings = { INSIGHTS_LLM_MODEL: 'writer', INSIGHTS_LLM_TIMEOUT_MS: 1000 };
  expect(modelEndpointOf(settings)).toBeUndefined();
  expect(modelEndpointOf({ ...settings, INSIGHTS_LLM_URL: server.url })).toEqual({
    url: server.url,
    model: 'writer',
    apiKey: undefined,
    timeoutMs: 1000,
  });
});

test('reads an answer with a code fence, and one with many spaces in less time than many with few', async () => {
  server.answer = (res) => complete(res, `\`\`\`json\n${JSON.stringify({ items: GOOD })}\n\`\`\``);
  expect(await phrase()).toEqual(GOOD);
  const read = async (spaces: number) => {
    server.answer = (res) => complete(res, `\`\`\`${' '.repeat(spaces)}x`);
    expect(await phrase()).toEqual(TEXTS);
  };
  const many = async () => {
    for (let count = 0; count < 50; count += 1) await read(1_200);
  };
  // A search that starts again at each space would take seconds for the long one.
  expect(await timesAsMuch(processorMs, () => read(60_000), many)).toBeLessThan(1);
});
