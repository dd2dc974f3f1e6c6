import { once } from 'node:events';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { BODY_TIMEOUT_MS } from '@funnel/service';
import { processorMs, timesAsMuch, until } from '@funnel/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type IntakeApp, openPost, startIntakeApp } from './support/intake-app.ts';
import { linesOf, viewOf, viewsOf } from './support/shop-events.ts';
import { totalsOf } from './support/totals.ts';

const NDJSON = 'application/x-ndjson';
const LIMIT = 10 * 1024 * 1024;

let intake: IntakeApp;
let token: string;
beforeAll(async () => {
  intake = await startIntakeApp();
  ({ token } = await intake.token({ websiteIds: [11], scopes: ['events:write', 'catalog:write'] }));
});
afterAll(() => intake.stop());

const views = async () => (await totalsOf(intake.database, 11)).views;

/** Sends any bytes. */
async function send(
  body: Buffer<ArrayBuffer> | string,
  headers: Record<string, string> = {},
  path = '/v1/events',
) {
  const response = await fetch(`${intake.url}${path}`, {
    method: path === '/v1/events' ? 'POST' : 'PUT',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': NDJSON, ...headers },
    body,
  });
  const answer = (await response.json()) as { code?: string; detail?: string };
  return { status: response.status, headers: response.headers, ...answer };
}

const JSON_HEADERS = { 'Content-Type': 'application/json' };
const GZIP = { 'Content-Encoding': 'gzip' };

test('text that is not UTF-8 is refused, not changed', async () => {
  const latin = (text: string) => Buffer.from(text.replace('Malmo', 'Malm\xf6'), 'latin1');
  const odd = latin(JSON.stringify(viewOf(11, { note: 'Malmo' })));
  const lines = Buffer.concat([Buffer.from(linesOf(viewsOf(1))), odd, Buffer.from('\n')]);
  expect(await send(lines)).toMatchObject({
    status: 200,
    recorded: 1,
    refusals: [{ code: 'invalid_json', reason: expect.stringContaining('UTF-8') }],
  });
  const array = Buffer.concat([Buffer.from('['), odd, Buffer.from(']')]);
  expect(await send(array, JSON_HEADERS)).toMatchObject({ status: 400, code: 'invalid_json' });
});

describe('a body that is too large', () => {
  test('is refused by its length, and the connection can be used again', async () => {
    const large = Buffer.alloc(LIMIT + 1, 0x20);
    for (const path of ['/v1/events', '/v1/catalog']) {
      const answer = await send(large, JSON_HEADERS, path);
      expect([answer.status, answer.code]).toEqual([413, 'payload_too_large']);
    }
    expect((await send(linesOf(viewsOf(1)))).status).toBe(200);
  });

  test('is refused while it arrives, without a length', async () => {
    const { sent, answered } = openPost(intake.url, token);
    const line = linesOf([viewOf(11, { note: 'x'.repeat(200_000) })]);
    for (let bytes = 0; bytes <= LIMIT; bytes += line.length)
      if (!sent.write(line)) await once(sent, 'drain');
    sent.end();
    expect((await answered).statusCode).toBe(413);
  });

  test('is taken off its connection, which can be used again at once', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const large = openPost(intake.url, token, {}, agent);
    large.sent.write(Buffer.alloc(2 * LIMIT, 0x20)); // In chunks, without a length.
    large.sent.end();
    expect((await large.answered).statusCode).toBe(413);
    const next = openPost(intake.url, token, {}, agent);
    next.sent.end(linesOf(viewsOf(1)));
    expect((await next.answered).statusCode).toBe(200);
    expect(next.sent.reusedSocket).toBe(true);
    agent.destroy();
  });

  test.each(['/v1/events', '/v1/catalog'])(
    'is refused when it grows too large by decompression: %s',
    async (path) => {
      const bomb = gzipSync(Buffer.alloc(5 * LIMIT, 0x20));
      const answer = await send(bomb, { ...JSON_HEADERS, ...GZIP }, path);
      expect([answer.status, answer.code]).toEqual([413, 'payload_too_large']);
    },
  );

  test('of exactly 10 MiB is accepted', async () => {
    const event = JSON.stringify([viewOf()]);
    const answer = await send(event.padEnd(LIMIT, ' '), JSON_HEADERS);
    expect(answer).toMatchObject({ status: 200, recorded: 1 });
  });
});

describe('a media type', () => {
  test.each<[string, Record<string, string>]>([
    ['of a form', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['of text', { 'Content-Type': 'text/plain' }],
    ['with another charset', { 'Content-Type': 'application/json; charset=latin1' }],
    ['with another encoding', { 'Content-Encoding': 'br' }],
    ['with two encodings', { 'Content-Encoding': 'gzip, gzip' }],
  ])('%s is refused with 415', async (_what, headers) => {
    const answer = await send('[]', headers);
    expect([answer.status, answer.code]).toEqual([415, 'unsupported_media_type']);
  });

  test('of lines is not one of a catalog', async () => {
    expect((await send('{}', {}, '/v1/catalog')).status).toBe(415);
  });
});

describe('a malformed body', () => {
  test.each<[string, string, string, Record<string, string>]>([
    ['an object', '{"event_id":1}', 'invalid_events', JSON_HEADERS],
    ['a text', '"event"', 'invalid_events', JSON_HEADERS],
    ['nothing', '', 'invalid_events', JSON_HEADERS],
    ['no lines', '\n\n', 'invalid_events', {}],
    ['no line that is JSON', 'event_id,type\n1,view\n', 'invalid_events', {}],
    ['a pretty-printed array as lines', JSON.stringify([{ id: 1 }], null, 2), 'invalid_events', {}],
    ['no gzip', 'not gzip', 'invalid_events', GZIP],
  ])('that is %s gets 422', async (_what, body, code, headers) => {
    const answer = await send(body, headers);
    expect([answer.status, answer.code]).toEqual([422, code]);
  });

  test.each<[string, string]>([
    ['cut off', JSON.stringify(viewsOf(2)).slice(0, -1)],
    ['cut off inside an event', JSON.stringify(viewsOf(2)).slice(0, -20)],
    ['malformed in an event', `[${JSON.stringify(viewOf())},{broken}]`],
    ['without a comma', `[${JSON.stringify(viewOf())} ${JSON.stringify(viewOf())}]`],
    ['with a comma too many', `[${JSON.stringify(viewOf())},]`],
    ['with more after its end', `[${JSON.stringify(viewOf())}][]`],
  ])('that is an array %s gets 400', async (_what, body) => {
    const answer = await send(body, JSON_HEADERS);
    expect([answer.status, answer.code]).toEqual([400, 'invalid_json']);
  });

  test('of lines that ends in the middle of an event gets 400; the same body, complete, gets 200', async () => {
    const before = await views();
    const whole = linesOf(viewsOf(1_002));
    const answer = await send(whole.slice(0, -30));
    expect([answer.status, answer.code]).toEqual([400, 'invalid_json']);
    expect(answer.detail).toContain('line 1002');
    expect(await send(whole)).toMatchObject({ status: 200, refused: 0 });
    expect(await views()).toBe(before + 1_002);
  });

  test('of a gzip stream that is cut off is never answered with 200', async () => {
    const whole = gzipSync(linesOf(viewsOf(3_000)));
    const answer = await send(whole.subarray(0, whole.length / 2), GZIP);
    expect([answer.status, answer.code]).toEqual([422, 'invalid_events']);
    expect(await send(whole, GZIP)).toMatchObject({ status: 200, refused: 0 });
  });
});

describe('a caller who hangs up in the middle of the body', () => {
  test.each([{}, GZIP])('leaves what was recorded, and repeats it harmlessly: %j', async (headers) => {
    const before = await views();
    const events = viewsOf(2_500);
    const whole = linesOf(events);
    const bytes = 'Content-Encoding' in headers ? gzipSync(whole, { level: 0 }) : Buffer.from(whole);
    const { sent, answered } = openPost(intake.url, token, headers);
    sent.write(bytes.subarray(0, bytes.length * 0.8));
    await until(async () => expect(await views()).toBeGreaterThanOrEqual(before + 1_000));
    sent.destroy();
    await expect(answered).rejects.toThrow();
    const answer = await send(bytes, headers);
    expect(answer).toMatchObject({ status: 200, refused: 0 });
    expect(await views()).toBe(before + 2_500);
  });

  test('is not logged as a failure', () => {
    expect(intake.logged()).not.toContain('request failed');
    expect(intake.logged()).toContain('request aborted by the caller');
  });
});

test('a body that arrives byte by byte gets 408 in the end, although it never pauses', async () => {
  expect(BODY_TIMEOUT_MS).toBe(5_000);
  const { sent, answered } = openPost(intake.url, token);
  let bytes = 0;
  const trickle = setInterval(() => sent.write(' ', () => (bytes += 1)), 100);
  const { statusCode } = await answered;
  clearInterval(trickle);
  expect(statusCode).toBe(408);
  expect(bytes).toBeGreaterThan(10);
  sent.destroy();
});

test('a body of many refused events takes no longer than many bodies of few', async () => {
  const inParts = async () => {
    for (let part = 0; part < 20; part += 1) await send('{}\n'.repeat(1_000));
  };
  const ratio = await timesAsMuch(processorMs, () => send('{}\n'.repeat(20_000)), inParts);
  // What goes through all refusals for each of them would take twenty times as long.
  expect(ratio).toBeLessThan(5);
});

test('a body that arrives too slowly gets 503 with Retry-After, and can be sent again', async () => {
  const hasty = await startIntakeApp({ timeoutMs: 400 });
  const { token: own } = await hasty.token({ websiteIds: [11] });
  const before = await totalsOf(hasty.database, 11);
  const events = viewsOf(2);
  const { sent, answered } = openPost(hasty.url, own);
  sent.write(linesOf(events.slice(0, 1)));
  const { statusCode, headers } = await answered;
  expect([statusCode, headers['retry-after']]).toEqual([503, '1']);
  sent.end(linesOf(events.slice(1)));
  await sleep(50);
  // On a busy machine even a whole body may need more than one attempt.
  await until(async () => {
    const again = openPost(hasty.url, own);
    again.sent.end(linesOf(events));
    expect((await again.answered).statusCode).toBe(200);
  });
  expect((await totalsOf(hasty.database, 11)).views).toBe(before.views + 2);
  await hasty.stop();
});
