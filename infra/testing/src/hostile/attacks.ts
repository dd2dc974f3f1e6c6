import { setTimeout as sleep } from 'node:timers/promises';
import type { Socket } from 'node:net';
import type { HostileConnections } from './hostile-connections.ts';

/** How much of each attack. */
export interface AttackSize {
  /** More than a service works on at once. */
  connections: number;
  /** The pause between bytes that are sent one by one. */
  dripMs: number;
}

/** Does something with connections, and leaves them as they are. */
export type Attack = (connections: HostileConnections, size: AttackSize) => Promise<unknown>;

const LENGTH = { 'Content-Length': '1000' };
const CHUNKED = { 'Transfer-Encoding': 'chunked' };
const CHUNK = `1000\r\n${' '.repeat(0x1000)}\r\n`;
const MANY_CHUNKS = CHUNK.repeat(500);
const TLS_HELLO = Buffer.from('16030100a5010000a10303', 'hex');

/** What strangers do to a service. Each of these must leave it as it was. */
export const ATTACKS: Readonly<Record<string, Attack>> = {
  'pipelined requests, then reset': async (all, { connections }) =>
    resetEach(await all.openMany(2, all.get().repeat(connections))),
  'pipelined requests, then closed': async (all, { connections }) =>
    endEach(await all.openMany(2, all.get().repeat(connections))),
  'pipelined requests on many connections': (all, { connections }) =>
    all.openMany(connections, all.get().repeat(50)),
  'pipelined requests with long answers that nobody reads': async (all, { connections }) => {
    for (const socket of await all.openMany(4)) {
      socket.pause();
      socket.write(all.get(all.target.longPath).repeat(connections));
    }
  },
  'pipelined requests without end': async (all) => {
    for (const socket of await all.openMany(2)) all.drip(socket, all.get().repeat(500), 10);
    await sleep(200);
  },
  'pipelined bodies, the last one unfinished': async (all, { connections }) => {
    const body = `${all.post({ 'Content-Length': '2' })}{}`;
    await all.openMany(2, body.repeat(connections) + all.post(LENGTH));
  },
  'connections without a byte': (all, { connections }) => all.openMany(connections),
  'connections that are closed at once': async (all, { connections }) =>
    endEach(await all.openMany(connections)),
  'half of a request line, then closed': async (all, { connections }) =>
    endEach(await all.openMany(connections, 'GET / HTT')),
  'unfinished headers': (all, { connections }) => all.openMany(connections, all.get().slice(0, -2)),
  'headers, byte by byte': async (all, { connections, dripMs }) => {
    for (const socket of await all.openMany(connections, all.get().slice(0, -2)))
      all.drip(socket, 'X', dripMs);
    await sleep(dripMs * 5);
  },
  'headers without end': async (all, { connections }) => {
    const header = `X-Filler: ${'x'.repeat(1000)}\r\n`;
    for (const socket of await all.openMany(connections, all.get().slice(0, -2)))
      socket.write(header.repeat(100));
  },
  'unfinished bodies': (all, { connections }) => all.openMany(connections, `${all.post(LENGTH)}{"a":`),
  'unfinished bodies, half-closed': async (all, { connections }) =>
    endEach(await all.openMany(connections, `${all.post(LENGTH)}{"a":`)),
  'bodies, byte by byte': async (all, { connections, dripMs }) => {
    for (const socket of await all.openMany(connections, all.post(LENGTH))) all.drip(socket, ' ', dripMs);
    await sleep(dripMs * 5);
  },
  'chunked bodies without end': async (all, { connections }) => {
    for (const socket of await all.openMany(connections, all.post(CHUNKED))) socket.write(MANY_CHUNKS);
    await sleep(200);
  },
  'chunked bodies that stop': (all, { connections }) => all.openMany(connections, all.post(CHUNKED) + CHUNK),
  'malformed chunks': (all, { connections }) => all.openMany(connections, `${all.post(CHUNKED)}zz\r\n`),
  'an unfinished compressed body': (all, { connections }) =>
    all.openMany(connections, all.post({ ...LENGTH, 'Content-Encoding': 'gzip' })),
  'a length and chunks at once': (all, { connections }) =>
    all.openMany(connections, `${all.post({ ...CHUNKED, ...LENGTH })}0\r\n\r\n`),
  'resets after each part of a request': async (all) => {
    const request = `${all.post(LENGTH)}{"a":`;
    for (let length = 0; length <= request.length; length += 16)
      resetEach(await all.openMany(2, request.slice(0, length)));
  },
  'resets while the answer is computed or sent': async (all, { connections }) => {
    for (const waitMs of [0, 1, 3, 10, 30]) {
      const sockets = await all.openMany(connections, all.get(all.target.longPath));
      await sleep(waitMs);
      resetEach(sockets);
    }
  },
  'long answers that nobody reads': async (all, { connections }) => {
    for (const socket of await all.openMany(connections)) {
      socket.pause();
      socket.write(all.get(all.target.longPath));
    }
    await sleep(200);
  },
  'Expect: 100-continue without a body': (all, { connections }) =>
    all.openMany(connections, all.post({ ...LENGTH, Expect: '100-continue' })),
  'an expectation that nobody fulfils': (all, { connections }) =>
    all.openMany(connections, all.post({ ...LENGTH, Expect: 'wonders' })),
  'an upgrade': (all, { connections }) =>
    all.openMany(connections, all.get('/', { Connection: 'Upgrade', Upgrade: 'websocket' })),
  'HTTP/2 without a question': (all, { connections }) =>
    all.openMany(connections, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  'a tunnel': (all, { connections }) =>
    all.openMany(connections, 'CONNECT localhost:22 HTTP/1.1\r\nHost: localhost:22\r\n\r\n'),
  'bytes of TLS': (all, { connections }) => all.openMany(connections, TLS_HELLO),
  'connections that come and go': async (all, { connections }) => {
    for (let round = 0; round < 5; round++) {
      const sockets = await all.openMany(connections, all.get());
      await sleep(5);
      endEach(sockets);
    }
  },
};

function resetEach(sockets: readonly Socket[]): void {
  for (const socket of sockets) socket.resetAndDestroy();
}

function endEach(sockets: readonly Socket[]): void {
  for (const socket of sockets) socket.end();
}
