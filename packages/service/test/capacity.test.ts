import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createCapacity, createRegistry, type Registry, signalOf, weigh } from '../src/index.ts';
import { until as untilPasses } from '@funnel/testing';
import { capturedLogger } from './support/captured-logger.ts';

interface Arrived {
  req: IncomingMessage;
  res: ServerResponse;
}

let server: Server;
let registry: Registry;
let arrived: Arrived[];
let lines: { msg?: unknown }[];

/** Requests arrive in `arrived` and stay open until the test answers them. */
async function serve(limits: { maxInWork: number; maxQueued: number; timeoutMs?: number }): Promise<void> {
  const captured = capturedLogger();
  lines = captured.lines;
  const capacity = createCapacity({ timeoutMs: 60_000, ...limits, logger: captured.logger, registry });
  const own: Arrived[] = [];
  arrived = own;
  const guarded = capacity.guard((req, res) => void own.push({ req, res }), new Set(['/healthz']));
  server = createServer(guarded);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
}

beforeEach(() => {
  registry = createRegistry('test');
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  body: string;
}

function ask(path = '/'): { answer: Promise<Answer>; hangUp(): void } {
  const { port } = server.address() as AddressInfo;
  const outgoing = get({ port, host: '127.0.0.1', path, agent: false });
  const answer = new Promise<Answer>((resolve, reject) => {
    outgoing.once('error', reject);
    outgoing.once('response', (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      );
    });
  });
  answer.catch(() => {});
  return { answer, hangUp: () => outgoing.destroy() };
}

const until = (isTrue: () => boolean | Promise<boolean>): Promise<void> =>
  untilPasses(async () => expect(await isTrue()).toBe(true));
const metric = async (name: string): Promise<number> => {
  const [, value] = new RegExp(`^${name}\\S* (\\d+)$`, 'm').exec(await registry.metrics()) ?? [];
  return Number(value);
};
/** Waits until a request has reached the queue. */
const untilQueued = (count: number) => until(async () => (await metric('requests_queued')) === count);
const answerFirst = () => arrived.shift()?.res.end('done');

describe('a service that works on two requests, with one in the queue', () => {
  beforeEach(() => serve({ maxInWork: 2, maxQueued: 1 }));

  test('refuses the fourth immediately, and answers the others in order', async () => {
    const first = [ask(), ask()];
    await until(() => arrived.length === 2);
    const queued = ask();
    await untilQueued(1);
    const { status, headers, body } = await ask().answer;
    expect([status, headers['retry-after'], headers['content-type']]).toEqual([
      503,
      '1',
      'application/problem+json',
    ]);
    expect(JSON.parse(body)).toMatchObject({ code: 'overloaded', status: 503 });
    expect(arrived).toHaveLength(2);
    answerFirst();
    await until(() => arrived.length === 2);
    answerFirst();
    answerFirst();
    const answers = await Promise.all([...first, queued].map(({ answer }) => answer));
    expect(answers.map((one) => one.status)).toEqual([200, 200, 200]);
    expect(await metric('requests_refused_total')).toBe(1);
    expect(lines.map(({ msg }) => msg)).toEqual(['requests are refused: the service has too much to do']);
  });

  test('answers health checks while everything is full', async () => {
    ask();
    ask();
    await until(() => arrived.length === 2);
    ask();
    await untilQueued(1);
    const health = ask('/healthz?full');
    await until(() => arrived.length === 3);
    arrived.at(-1)?.res.end('healthy');
    expect((await health.answer).body).toBe('healthy');
  });

  test('a caller who hangs up frees the place in the queue', async () => {
    ask();
    ask();
    await until(() => arrived.length === 2);
    const queued = ask();
    await untilQueued(1);
    queued.hangUp();
    await untilQueued(0);
    answerFirst();
    const next = ask();
    await until(() => arrived.length === 2);
    answerFirst();
    answerFirst();
    expect((await next.answer).status).toBe(200);
  });

  test('a caller who hangs up aborts the work and frees the place', async () => {
    const first = ask();
    await until(() => arrived.length === 1);
    ask();
    await until(() => arrived.length === 2);
    const signal = signalOf(arrived[0]?.req as IncomingMessage);
    expect(signal?.aborted).toBe(false);
    first.hangUp();
    await until(() => signal?.aborted === true);
    expect(signal?.reason).toMatchObject({ name: 'HungUpError' });
    ask();
    await until(() => arrived.length === 3);
    expect(await metric('requests_in_work')).toBe(2);
  });

  test('an answered request aborts nothing', async () => {
    const { answer } = ask();
    await until(() => arrived.length === 1);
    const signal = signalOf(arrived[0]?.req as IncomingMessage);
    answerFirst();
    await answer;
    await until(async () => (await metric('requests_in_work')) === 0);
    expect(signal?.aborted).toBe(false);
  });
});

test('an expensive request takes the place of several', async () => {
  await serve({ maxInWork: 2, maxQueued: 1 });
  const expensive = ask();
  await until(() => arrived.length === 1);
  weigh(arrived[0]?.req as IncomingMessage, 3);
  expect(await metric('requests_in_work')).toBe(3);
  const cheap = ask();
  await untilQueued(1);
  answerFirst();
  await until(() => arrived.length === 1);
  expect(await metric('requests_in_work')).toBe(1);
  answerFirst();
  const answers = await Promise.all([expensive.answer, cheap.answer]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
});

test('a request that takes too long is aborted with a problem', async () => {
  await serve({ maxInWork: 1, maxQueued: 0, timeoutMs: 20 });
  ask();
  await until(() => arrived.length === 1);
  const signal = signalOf(arrived[0]?.req as IncomingMessage);
  await until(() => signal?.aborted === true);
  expect(signal?.reason).toMatchObject({ code: 'unavailable', status: 503, headers: { 'Retry-After': '1' } });
});
