import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import {
  admissionOf,
  BODY_TIMEOUT_MS,
  createCapacity,
  createCapacityMetrics,
  createRegistry,
  type Registry,
} from '../src/index.ts';
import { type Capacity, type CapacityOptions, RETRY_AFTER_MS } from '../src/admission/capacity.ts';
import { inTurn } from '../src/admission/in-turn.ts';
import { until as untilPasses } from '@funnel/testing';
import { capturedLogger } from './support/captured-logger.ts';

interface Arrived {
  req: IncomingMessage;
  res: ServerResponse;
}

let server: Server;
let capacity: Capacity;
let registry: Registry;
let arrived: Arrived[];
let lines: { msg?: unknown }[];

/** Requests arrive in `arrived` and stay open until the test answers them. The path says the network: `/?network=a`. */
async function serve(limits: Pick<CapacityOptions, 'maxInWork'> & Partial<CapacityOptions>): Promise<void> {
  const captured = capturedLogger();
  lines = captured.lines;
  capacity = createCapacity({
    timeoutMs: 60_000,
    maxWaitMs: 60_000,
    ...limits,
    networkOf: ({ url = '' }) => url,
    logger: captured.logger,
    metrics: createCapacityMetrics(registry),
  });
  const own: Arrived[] = [];
  arrived = own;
  const guarded = capacity.guard((req, res) => void own.push({ req, res }), new Set(['/healthz']));
  server = createServer(inTurn(guarded).listener);
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
const untilInWork = (weight: number) => until(async () => (await metric('requests_in_work')) === weight);

/** Sends these bytes on a connection of its own. */
function openSocket(bytes: string): Socket {
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => {});
  socket.write(bytes);
  return socket;
}
const answerFirst = () => arrived.shift()?.res.end('done');

describe('a service that works on two requests at once', () => {
  beforeEach(() => serve({ maxInWork: 2 }));

  test('lets the others wait, and answers them in order', async () => {
    const asked = [ask(), ask()];
    await until(() => arrived.length === 2);
    asked.push(ask());
    await untilQueued(1);
    asked.push(ask());
    await untilQueued(2);
    expect(arrived).toHaveLength(2);
    answerFirst();
    await until(() => arrived.length === 2);
    answerFirst();
    await until(() => arrived.length === 2);
    answerFirst();
    answerFirst();
    const answers = await Promise.all(asked.map(({ answer }) => answer));
    expect(answers.map((one) => one.status)).toEqual([200, 200, 200, 200]);
    expect(await metric('requests_refused_total')).toBe(0);
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
    const signal = admissionOf(arrived[0]?.req as IncomingMessage).signal;
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
    const signal = admissionOf(arrived[0]?.req as IncomingMessage).signal;
    answerFirst();
    await answer;
    await untilInWork(0);
    expect(signal?.aborted).toBe(false);
  });

  test('pipelined requests take one place, and give it back when the connection closes', async () => {
    const socket = openSocket('GET /pipelined HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(40));
    await until(() => arrived.length === 1);
    expect(await metric('requests_in_work')).toBe(1);
    answerFirst();
    await until(() => arrived.length === 1);
    socket.destroy();
    await untilInWork(0);
    expect(arrived).toHaveLength(1);
  });

  test('a place is given back although the caller does not read its answer', async () => {
    const socket = openSocket('GET /slow-reader HTTP/1.1\r\nHost: a\r\n\r\n');
    socket.pause();
    await until(() => arrived.length === 1);
    const { res } = arrived[0] as Arrived;
    res.end(Buffer.alloc(64 * 1024 * 1024));
    await untilInWork(0);
    expect(res.writableFinished).toBe(false);
    socket.destroy();
  });
});

describe('shares of the places', () => {
  beforeEach(() => serve({ maxInWork: 4 }));

  test('one network leaves a quarter of the places to others', async () => {
    for (let count = 0; count < 5; count++) ask('/?network=busy');
    await untilQueued(2);
    expect(arrived).toHaveLength(3);
    ask('/?network=other');
    await until(() => arrived.length === 4);
    expect(arrived.at(-1)?.req.url).toBe('/?network=other');
  });

  test('networks that wait take turns', async () => {
    const asked = [ask('/busy'), ask('/busy'), ask('/busy')];
    await until(() => arrived.length === 3);
    asked.push(ask('/other'));
    await until(() => arrived.length === 4);
    for (const path of ['/busy', '/busy', '/other', '/busy', '/other']) {
      asked.push(ask(path));
      await untilQueued(asked.length - 4);
    }
    const order: (string | undefined)[] = [];
    for (let answered = 0; answered < 9; answered++) {
      order.push(arrived[0]?.req.url);
      answerFirst();
      // The last place is for a network that has none.
      await untilQueued(Math.max(0, Math.min(5, 6 - order.length)));
    }
    expect(order.slice(4)).toEqual(['/busy', '/other', '/busy', '/other', '/busy']);
  });

  test('one caller leaves half of the places to others, and waits for its own', async () => {
    const paths = ['/1', '/2', '/3'];
    for (const path of paths) ask(path);
    await until(() => arrived.length === 3);
    const counted = arrived.map(({ req }) =>
      admissionOf(req)
        .count({ caller: 'one' })
        .then(() => 'goes on'),
    );
    expect(await Promise.race([counted[2], untilQueued(1)])).toBeUndefined();
    expect(await metric('requests_in_work')).toBe(2);
    answerFirst();
    expect(await counted[2]).toBe('goes on');
  });
});

test('a few callers, from however many networks, leave places to those who have none', async () => {
  await serve({ maxInWork: 8 });
  for (const network of ['a', 'b']) for (let count = 0; count < 5; count++) ask(`/${network}`);
  await untilQueued(4);
  expect(arrived).toHaveLength(6);
  // From new networks, but with a credential that has places.
  await Promise.all(
    arrived.map(({ req }, index) => admissionOf(req).count({ caller: `caller ${index % 2}` })),
  );
  ask('/c');
  await until(() => arrived.length === 7);
  const counted = admissionOf(arrived[6]?.req as IncomingMessage)
    .count({ caller: 'caller 0' })
    .then(() => 'goes on');
  await untilQueued(5);
  ask('/d');
  await until(() => arrived.length === 8);
  await admissionOf(arrived[7]?.req as IncomingMessage).count({ caller: 'caller 2' });
  expect(arrived[7]?.req.url).toBe('/d');
  const answering = setInterval(answerFirst, 10);
  expect(await counted).toBe('goes on');
  clearInterval(answering);
});

describe('a queue that is too long', () => {
  test('refuses at once when nothing has moved for longer than a request may wait', async () => {
    await serve({ maxInWork: 1, maxWaitMs: 50 });
    ask();
    await until(() => arrived.length === 1);
    await until(() => capacity.blockedMs() > 50);
    const { status, headers, body } = await ask().answer;
    expect([status, headers['retry-after'], headers['content-type']]).toEqual([
      503,
      '1',
      'application/problem+json',
    ]);
    expect(JSON.parse(body)).toMatchObject({
      code: 'overloaded',
      status: 503,
      instance: headers['x-request-id'],
    });
    expect([headers['x-content-type-options'], headers['content-security-policy']]).toEqual([
      'nosniff',
      "default-src 'none';frame-ancestors 'none';base-uri 'none'",
    ]);
    expect(await metric('requests_refused_total')).toBe(1);
    expect(lines.map(({ msg }) => msg)).toEqual(['requests are refused: the service has too much to do']);
  });

  test('refuses a request whose turn does not come in time', async () => {
    await serve({ maxInWork: 1, maxWaitMs: 50 });
    ask();
    await until(() => arrived.length === 1);
    expect((await ask().answer).status).toBe(503);
    expect(arrived).toHaveLength(1);
    await untilQueued(0);
  });

  test('answers a connection that ignores Retry-After only after that time', async () => {
    expect(RETRY_AFTER_MS).toBe(1_000);
    await serve({ maxInWork: 1, maxWaitMs: 0 });
    ask();
    await until(() => arrived.length === 1);
    await until(() => capacity.blockedMs() > 0);
    const socket = openSocket('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(2));
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    const answers = () => text.match(/HTTP\/1.1 503/g)?.length ?? 0;
    await until(() => answers() > 0);
    // Somebody else, who asks later, is answered earlier.
    expect((await ask('/?network=b').answer).status).toBe(503);
    expect(answers()).toBe(1);
    await until(() => answers() === 2);
    socket.destroy();
  });
});

test('an expensive request takes the place of several', async () => {
  await serve({ maxInWork: 2 });
  const expensive = ask();
  await until(() => arrived.length === 1);
  await admissionOf(arrived[0]?.req as IncomingMessage).count({ weight: 3 });
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

test('after a body that was refused, the request has a place again for what is left to do', async () => {
  await serve({ maxInWork: 1 });
  openSocket('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nab');
  await until(() => arrived.length === 1);
  const { req, res } = arrived[0] as Arrived;
  const body = admissionOf(req).whileSending(() => Promise.reject(new Error('not JSON')));
  await expect(body).rejects.toThrow('not JSON');
  expect(await metric('requests_in_work')).toBe(1);
  res.end('done');
  await untilInWork(0);
});

test('a body that is being sent takes no place, and a new one is taken once it is complete', async () => {
  await serve({ maxInWork: 1 });
  const socket = openSocket('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nab');
  await until(() => arrived.length === 1);
  const { req } = arrived[0] as Arrived;
  const body = admissionOf(req).whileSending(async () => Buffer.concat(await req.toArray()).toString());
  await untilInWork(0);
  const { answer } = ask();
  await until(() => arrived.length === 2);
  socket.write('cd');
  await untilQueued(1);
  arrived.pop()?.res.end('done');
  expect((await answer).body).toBe('done');
  expect(await body).toBe('abcd');
  expect(await metric('requests_in_work')).toBe(1);
  socket.destroy();
  await untilInWork(0);
});

test('a caller that is refused while it sends its body reads the answer after it', async () => {
  await serve({ maxInWork: 1 });
  const socket = openSocket(
    'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 4000002\r\n\r\nab',
  );
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await until(() => arrived.length === 1);
  arrived.shift()?.res.writeHead(413).end('too large');
  await untilInWork(0);
  expect(text).toBe('');
  socket.write(Buffer.alloc(4_000_000));
  await until(() => text.includes('too large'));
});

test('a caller that sends the rest of a refused body without end loses the connection', async () => {
  await serve({ maxInWork: 2, longestRestMs: 500 });
  const socket = openSocket('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5000000000\r\n\r\n');
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString())).on('error', () => {});
  const sending = setInterval(() => socket.write('x'.repeat(1_000)), 20);
  await until(() => arrived.length === 1);
  arrived[0]?.res.writeHead(404).end();
  await until(() => received.includes('404'));
  await until(() => socket.destroyed || socket.readableEnded);
  clearInterval(sending);
});

test('a caller that never sends the rest of a refused body gets its answer, and then loses the connection', async () => {
  expect(BODY_TIMEOUT_MS).toBe(5_000);
  await serve({ maxInWork: 2 });
  const socket = openSocket('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n');
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
  await until(() => arrived.length === 1);
  arrived[0]?.res.writeHead(404).end();
  await until(() => received.includes('404'));
  // It still has time to send the rest: somebody else is answered meanwhile.
  const { answer } = ask();
  await until(() => arrived.length === 2);
  arrived[1]?.res.end('done');
  expect((await answer).body).toBe('done');
  expect([socket.destroyed, socket.readableEnded]).toEqual([false, false]);
  await until(() => socket.destroyed || socket.readableEnded);
});

test('a request that takes too long is aborted with a problem', async () => {
  await serve({ maxInWork: 1, timeoutMs: 20 });
  ask();
  await until(() => arrived.length === 1);
  const signal = admissionOf(arrived[0]?.req as IncomingMessage).signal;
  await until(() => signal?.aborted === true);
  expect(signal?.reason).toMatchObject({ code: 'unavailable', status: 503, headers: { 'Retry-After': '1' } });
});

test('a request that does not end although it is aborted gets an answer, and its place is given back', async () => {
  await serve({ maxInWork: 1, timeoutMs: 20 });
  const { status, body } = await ask().answer;
  expect([status, (JSON.parse(body) as { code: string }).code]).toEqual([503, 'unavailable']);
  await untilInWork(0);
  expect(lines.map(({ msg }) => msg)).toEqual([
    'a request did not end although it was aborted: its place is given back',
  ]);
});

test('knows for how long nothing has moved', async () => {
  await serve({ maxInWork: 1 });
  expect(capacity.blockedMs()).toBe(0);
  const first = ask();
  await until(() => capacity.blockedMs() > 20);
  answerFirst();
  await first.answer;
  await until(() => capacity.blockedMs() === 0);
});
