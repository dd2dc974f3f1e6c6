import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { longestTurnMs, processorMs } from '@funnel/testing';
import { type IntakeApp, startIntakeApp } from './support/intake-app.ts';
import { linesOf, viewOf } from './support/shop-events.ts';

const MEBIBYTE = 1024 * 1024;
const ROUNDS = 3;

let intake: IntakeApp;
let token: string;
/** What it takes to parse half of a body of the allowed size at once, and to do nothing else with it. */
let parsingMs: number;
beforeAll(async () => {
  intake = await startIntakeApp();
  ({ token } = await intake.token({ websiteIds: [11], scopes: ['events:write', 'catalog:write'] }));
  const body = list('{}', 5 * MEBIBYTE);
  parsingMs = await processorMs(() => JSON.parse(body));
});
afterAll(() => intake.stop());

/** Sends a body, compressed so that sending it takes no time of its own. */
async function send(path: string, text: string, type = 'application/json') {
  const response = await fetch(`${intake.url}${path}`, {
    method: path === '/v1/events' ? 'POST' : 'PUT',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': type, 'Content-Encoding': 'gzip' },
    body: gzipSync(text, { level: 1 }),
  });
  const body = (await response.json()) as {
    code?: string;
    detail?: string;
    recorded?: number;
    repeated?: number;
    refused?: number;
  };
  return { status: response.status, ...body };
}

const list = (element: string, bytes: number) =>
  `[${Array.from({ length: Math.floor(bytes / (element.length + 1)) }, () => element).join(',')}]`;
const distinctKeys = (count: number, value = '0') =>
  `{${Array.from({ length: count }, (_, index) => `"k${index}":${value}`).join(',')}}`;
const dataOf = (data: string) => `{"websites":[{"id":11,"data":${data}}]}`;
const area = (index: number) => `{"id":${index + 1_000},"website_id":11,"name":"Area ${index}"}`;
const areas = (count: number) => `{"areas":[${Array.from({ length: count }, (_, n) => area(n)).join(',')}]}`;
const campaign = (inside: string) =>
  `{"campaigns":[{"id":900,"website_id":11,"name":"C","cta_type":"bar",${inside}}]}`;

const CATALOGS: [string, number, string, () => string][] = [
  ['100,000 empty areas', 413, 'payload_too_large', () => `{"areas":${list('{}', 300_000)}}`],
  ['40,000 empty areas', 422, 'invalid_catalog', () => `{"areas":${list('{}', 120_000)}}`],
  ['10 MiB of empty areas', 413, 'payload_too_large', () => `{"areas":${list('{}', 10 * MEBIBYTE - 20)}}`],
  ['10 MiB of zeros', 413, 'payload_too_large', () => `{"areas":${list('0', 10 * MEBIBYTE - 20)}}`],
  ['an unknown list of 10 MiB', 413, 'payload_too_large', () => `{"x":${list('0', 10 * MEBIBYTE - 20)}}`],
  [
    'a campaign of empty variants',
    413,
    'payload_too_large',
    () => campaign(`"variants":${list('{}', 250_000)}`),
  ],
  ['3,000 empty variants', 422, 'invalid_catalog', () => campaign(`"variants":${list('{}', 9_000)}`)],
  ['many unknown keys', 200, '', () => campaign(distinctKeys(9_900).slice(1, -1))],
  ['many values of a website', 422, 'invalid_catalog', () => dataOf(distinctKeys(9_900))],
  ['1,000 wrong values of a website', 422, 'invalid_catalog', () => dataOf(distinctKeys(1_000, '{}'))],
  ['many members of the document', 413, 'payload_too_large', () => distinctKeys(600_000)],
  ['a very long key', 413, 'payload_too_large', () => `{"${'k'.repeat(MEBIBYTE)}":0}`],
];

const EVENTS: [string, number, string, () => string][] = [
  ['3.4 million empty events', 413, 'payload_too_large', () => list('{}', 10 * MEBIBYTE - 3)],
  ['10,000 empty events', 422, 'events_refused', () => list('{}', 30_000)],
  [
    'events of 250 KB of empty fields',
    422,
    'events_refused',
    () => list(`{"fields":${list('{}', 250_000)}}`, 9 * MEBIBYTE),
  ],
  [
    'events of 450 empty fields',
    422,
    'events_refused',
    () => list(`{"fields":${list('{}', 1_350)}}`, 100_000),
  ],
  [
    'events of wrong answers',
    422,
    'events_refused',
    () => list(`{"fields":[{"value":${list('{}', 1_350)}}]}`, 100_000),
  ],
  ['events of 900 keys', 422, 'events_refused', () => list(distinctKeys(900), 9 * MEBIBYTE)],
];

/** Sends a body and checks that nobody waits for it as long as parsing half of it at once would take. */
async function sendAndMeasure(path: string, text: string, type?: string) {
  let answer: Awaited<ReturnType<typeof send>> | undefined;
  let turnMs = Infinity;
  // Collecting garbage takes processor time, too, but not each time.
  for (let round = 0; round < ROUNDS && turnMs >= parsingMs; round += 1)
    turnMs = Math.min(turnMs, await longestTurnMs(async () => (answer = await send(path, text, type))));
  expect(turnMs).toBeLessThan(parsingMs);
  return { status: 0, ...answer };
}

test.each(CATALOGS)('a catalog of %s holds up nobody', async (_what, status, code, textOf) => {
  const answer = await sendAndMeasure('/v1/catalog', textOf());
  expect([answer.status, answer.code ?? '']).toEqual([status, code]);
});

test.each(EVENTS)('a body of %s holds up nobody', async (_what, status, code, textOf) => {
  const answer = await sendAndMeasure('/v1/events', textOf());
  expect([answer.status, answer.code ?? '']).toEqual([status, code]);
});

test.each<[string, () => string]>([
  ['empty', () => '\n'.repeat(150_000) + linesOf([viewOf()])],
  ['not JSON', () => '{\n'.repeat(10_000) + linesOf([viewOf()])],
])('a body of lines that are %s holds up nobody', async (_what, textOf) => {
  const {
    status,
    recorded = 0,
    repeated = 0,
  } = await sendAndMeasure('/v1/events', textOf(), 'application/x-ndjson');
  // It may have been sent more than once.
  expect([status, recorded + repeated]).toEqual([200, 1]);
});

test.each([
  ['empty', '\n'],
  ['blank', ' \r\n'],
])('a body of 10 MiB of %s lines is refused after the first 200,000', async (_what, line) => {
  const bodyOf = (bytes: number) => line.repeat((bytes - 10) / line.length);
  const answer = await sendAndMeasure('/v1/events', bodyOf(10 * MEBIBYTE), 'application/x-ndjson');
  expect(answer).toMatchObject({ status: 413, code: 'payload_too_large' });
  expect(answer.detail).toContain('200000 lines, blank ones included');
});

test('a catalog of 5,000 areas is written in short turns', async () => {
  expect(await sendAndMeasure('/v1/catalog', areas(5_000))).toMatchObject({ status: 200, areas: 5_000 });
});

describe('JSON that is nested deeper than 100 levels', () => {
  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

  test.each<[string, string]>([
    ['/v1/events', `[${deep(200_000)}]`],
    ['/v1/events', `[{"event_id":${deep(5_000)}}]`],
    ['/v1/catalog', `{"areas":${deep(200_000)}}`],
    ['/v1/catalog', deep(200_000)],
    ['/v1/catalog', '{"areas":'.repeat(200_000)],
  ])('gets 400 from %s', async (path, text) => {
    const answer = await send(path, text);
    expect([answer.status, answer.code]).toEqual([400, 'invalid_json']);
    expect(answer.detail).toContain('nested deeper than 100 levels');
  });

  test('is refused alone if it is a line', async () => {
    const answer = await send(
      '/v1/events',
      linesOf([viewOf(), { a: 1 }]).replace('{"a":1}', deep(5_000)),
      'application/x-ndjson',
    );
    expect(answer).toMatchObject({ status: 200, recorded: 1, refused: 1 });
  });
});
