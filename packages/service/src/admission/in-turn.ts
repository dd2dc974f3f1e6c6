import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** No client sends more requests without waiting for an answer; an attacker does. */
const MAX_PIPELINED = 100;

/** Answers the requests of each connection one after another. */
export interface Turns {
  listener: RequestListener;
  /** Whether a request of this connection is not answered yet. */
  isBusy: (socket: Socket) => boolean;
}

/**
 * A caller may send the next requests before it has the first answer (pipelining). Node would start all of them, and the
 * responses behind the first one would not notice when the connection closes.
 */
export function inTurn(handler: RequestListener): Turns {
  const waiting = new WeakMap<Socket, [IncomingMessage, ServerResponse][]>();

  function start(req: IncomingMessage, res: ServerResponse): void {
    const { socket } = req;
    res.once('close', () => {
      const next = waiting.get(socket)?.shift();
      if (!next || socket.destroyed || socket.writableEnded) waiting.delete(socket);
      // Not at once: other connections have their turn first.
      else setImmediate(() => (socket.destroyed ? waiting.delete(socket) : start(...next)));
    });
    handler(req, res);
  }

  return {
    listener: (req, res) => {
      const { socket } = req;
      const others = waiting.get(socket);
      if (!others) {
        waiting.set(socket, []);
        start(req, res);
      } else if (others.push([req, res]) > MAX_PIPELINED) socket.destroy();
    },
    isBusy: (socket) => waiting.has(socket),
  };
}
