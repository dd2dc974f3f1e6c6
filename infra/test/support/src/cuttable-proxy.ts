import { connect, createServer, type Socket } from 'node:net';

/** A proxy that a test can interrupt. */
export interface CuttableProxy {
  /** The address of the target, with the host and port of the proxy. */
  url: string;
  /** Closes all connections and rejects new ones. */
  cut(): void;
  /** Breaks all connections (RST), as a server does that loses its power; new ones are accepted. */
  reset(): void;
  /** Breaks all connections when one of them sends this text for the first time; then it resolves. */
  resetWhenSent(text: string): Promise<void>;
  /** From when a connection sends this text for the first time, nothing passes on it any more, and nobody is told. */
  freezeWhenSent(text: string): Promise<void>;
  /** The same, from when the server sends this text. */
  freezeWhenReceived(text: string): Promise<void>;
  /** Nothing passes on any connection, old or new, and nobody is told. */
  freeze(): void;
  /** Breaks new connections (RST) and leaves the others alone. */
  resetNew(): void;
  /** Lets new connections through. Those that are frozen stay frozen. */
  restore(): void;
  close(): Promise<void>;
}

type Side = 'sent' | 'received';
/** Sees what one side of a connection sends, and the two sockets. */
type Watcher = (chunk: Buffer, pair: readonly Socket[]) => void;

function freeze(some: Iterable<Socket>): void {
  for (const socket of some) socket.unpipe().pause();
}

/** Starts a proxy between a process and its server, so that a test can simulate an outage of the server. */
export async function cuttableProxy(targetUrl: string): Promise<CuttableProxy> {
  const target = new URL(targetUrl);
  const sockets = new Set<Socket>();
  let fate: 'pass' | 'close' | 'reset' | 'freeze' = 'pass';
  const watchers: Partial<Record<Side, Watcher>> = {};
  const reset = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  const server = createServer((incoming) => {
    if (fate !== 'pass') {
      if (fate === 'close') incoming.destroy();
      else if (fate === 'reset') incoming.resetAndDestroy();
      else sockets.add(incoming.pause().on('error', () => {}));
      return;
    }
    const outgoing = connect(Number(target.port), target.hostname);
    incoming.on('data', (sent: Buffer) => watchers.sent?.(sent, [incoming, outgoing]));
    outgoing.on('data', (received: Buffer) => watchers.received?.(received, [incoming, outgoing]));
    for (const [socket, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(socket);
      socket.pipe(other);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        other.destroy();
        sockets.delete(socket);
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = new URL(targetUrl);
  url.host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  /** Acts on the first connection on which this side sends the text; then it resolves. */
  const once = (side: Side, text: string, act: (pair: readonly Socket[]) => void) =>
    new Promise<void>((resolve) => {
      watchers[side] = (chunk, pair) => {
        if (!chunk.includes(text)) return;
        delete watchers[side];
        act(pair);
        resolve();
      };
    });
  const destroyAll = () => sockets.forEach((socket) => socket.destroy());
  return {
    url: url.href,
    cut() {
      fate = 'close';
      destroyAll();
    },
    reset,
    resetWhenSent: (text) => once('sent', text, reset),
    freezeWhenSent: (text) => once('sent', text, freeze),
    freezeWhenReceived: (text) => once('received', text, freeze),
    freeze() {
      fate = 'freeze';
      freeze(sockets);
    },
    resetNew() {
      fate = 'reset';
    },
    restore() {
      fate = 'pass';
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        destroyAll();
      }),
  };
}
