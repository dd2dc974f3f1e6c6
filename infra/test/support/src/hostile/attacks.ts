import { setTimeout as sleep } from 'node:timers/promises';
import type { Socket } from 'node:net';
import type { HostileConnections } from './hostile-connections.ts';

/** More than a service works on at once. */
const CONNECTIONS = 40;
/** Requests on each connection. */
const PIPELINED = 20;
/** The pause between bytes that are sent one by one. */
const DRIP_MS = 30;

/** What strangers do to a service. Each of these must leave it as it was. */
export interface Attack {
  name: string;
  /** Does something with connections, and leaves them as they are. */
  run: Run;
  /** Whether the service still has to do with it. Without this, it is over at once. `heldCount` were open after `run`. */
  lasts?: (connections: HostileConnections, heldCount: number) => boolean;
}
type Run = (connections: HostileConnections) => Promise<unknown>;

const LENGTH = { 'Content-Length': '1000' };
const CHUNKED = { 'Transfer-Encoding': 'chunked' };
const CHUNK = `1000\r\n${' '.repeat(0x1000)}\r\n`;
const MANY_CHUNKS = CHUNK.repeat(500);
const TLS_HELLO = Buffer.from('16030100a5010000a10303', 'hex');

/** The service answers or closes these at once, or the stranger does. */
const BRIEF: Readonly<Record<string, Run>> = {
  'pipelined requests, then reset': async (all) =>
    resetEach(await all.openMany(2, all.get().repeat(CONNECTIONS))),
  'pipelined requests, then closed': async (all) =>
    endEach(await all.openMany(2, all.get().repeat(CONNECTIONS))),
  'pipelined requests without end': async (all) => {
    for (const socket of await all.openMany(2)) all.drip(socket, all.get().repeat(500), 10);
    await sleep(200);
  },
  'connections that are closed at once': async (all) => endEach(await all.openMany(CONNECTIONS)),
  'half of a request line, then closed': async (all) => endEach(await all.openMany(CONNECTIONS, 'GET / HTT')),
  'headers without end': async (all) => {
    const header = `X-Filler: ${'x'.repeat(1000)}\r\n`;
    for (const socket of await all.openMany(CONNECTIONS, all.get().slice(0, -2)))
      socket.write(header.repeat(100));
  },
  'unfinished bodies, half-closed': async (all) =>
    endEach(await all.openMany(CONNECTIONS, `${all.post(LENGTH)}{"a":`)),
  'malformed chunks': (all) => all.openMany(CONNECTIONS, `${all.post(CHUNKED)}zz\r\n`),
  'a length and chunks at once': (all) =>
    all.openMany(CONNECTIONS, `${all.post({ ...CHUNKED, ...LENGTH })}0\r\n\r\n`),
  'resets after each part of a request': async (all) => {
    const request = `${all.post(LENGTH)}{"a":`;
    for (let length = 0; length <= request.length; length += 16)
      resetEach(await all.openMany(2, request.slice(0, length)));
  },
  'resets while the answer is computed or sent': async (all) => {
    for (const waitMs of [0, 1, 3, 10, 30]) {
      const sockets = await all.openMany(CONNECTIONS, all.get(all.target.longPath));
      await sleep(waitMs);
      resetEach(sockets);
    }
  },
  'Expect: 100-continue without a body': (all) =>
    all.openMany(CONNECTIONS, all.post({ ...LENGTH, Expect: '100-continue' })),
  'an expectation that nobody fulfils': (all) =>
    all.openMany(CONNECTIONS, all.post({ ...LENGTH, Expect: 'wonders' })),
  'an upgrade': (all) =>
    all.openMany(CONNECTIONS, all.get('/', { Connection: 'Upgrade', Upgrade: 'websocket' })),
  'HTTP/2 without a question': (all) => all.openMany(CONNECTIONS, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  'a tunnel': (all) =>
    all.openMany(CONNECTIONS, 'CONNECT localhost:22 HTTP/1.1\r\nHost: localhost:22\r\n\r\n'),
  'bytes of TLS': (all) => all.openMany(CONNECTIONS, TLS_HELLO),
  'connections that come and go': async (all) => {
    for (let round = 0; round < 5; round++) {
      const sockets = await all.openMany(CONNECTIONS, all.get());
      await sleep(5);
      endEach(sockets);
    }
  },
};

/** The service holds these connections until one of its limits ends them. */
const LASTING: Readonly<Record<string, Run>> = {
  'pipelined requests with long answers that nobody reads': async (all) => {
    for (const socket of await all.openMany(4)) {
      socket.pause();
      socket.write(all.get(all.target.longPath).repeat(CONNECTIONS));
    }
  },
  'pipelined bodies, the last one unfinished': async (all) => {
    const body = `${all.post({ 'Content-Length': '2' })}{}`;
    await all.openMany(2, body.repeat(CONNECTIONS) + all.post(LENGTH));
  },
  'connections without a byte': (all) => all.openMany(CONNECTIONS),
  'unfinished headers': (all) => all.openMany(CONNECTIONS, all.get().slice(0, -2)),
  'headers, byte by byte': async (all) => {
    for (const socket of await all.openMany(CONNECTIONS, all.get().slice(0, -2)))
      all.drip(socket, 'X', DRIP_MS);
    await sleep(DRIP_MS * 5);
  },
  'unfinished bodies': (all) => all.openMany(CONNECTIONS, `${all.post(LENGTH)}{"a":`),
  'bodies, byte by byte': async (all) => {
    for (const socket of await all.openMany(CONNECTIONS, all.post(LENGTH))) all.drip(socket, ' ', DRIP_MS);
    await sleep(DRIP_MS * 5);
  },
  'chunked bodies without end': async (all) => {
    for (const socket of await all.openMany(CONNECTIONS, all.post(CHUNKED))) socket.write(MANY_CHUNKS);
    await sleep(200);
  },
  'chunked bodies that stop': (all) => all.openMany(CONNECTIONS, all.post(CHUNKED) + CHUNK),
  'an unfinished compressed body': (all) =>
    all.openMany(CONNECTIONS, all.post({ ...LENGTH, 'Content-Encoding': 'gzip' })),
  'long answers that nobody reads': async (all) => {
    for (const socket of await all.openMany(CONNECTIONS)) {
      socket.pause();
      socket.write(all.get(all.target.longPath));
    }
    await sleep(200);
  },
};

/** Whether the limits have ended none of them, or few. */
const areHeld = (all: HostileConnections, heldCount: number) => all.openCount > 0.9 * heldCount;

export const ATTACKS: readonly Attack[] = [
  ...Object.entries(BRIEF).map(([name, run]) => ({ name, run })),
  ...Object.entries(LASTING).map(([name, run]) => ({ name, run, lasts: areHeld })),
  {
    name: 'pipelined requests on many connections',
    run: (all) => all.openMany(CONNECTIONS, all.get().repeat(PIPELINED)),
    lasts: (all) => all.answerCount < CONNECTIONS * PIPELINED,
  },
];

function resetEach(sockets: readonly Socket[]): void {
  for (const socket of sockets) socket.resetAndDestroy();
}

function endEach(sockets: readonly Socket[]): void {
  for (const socket of sockets) socket.end();
}
