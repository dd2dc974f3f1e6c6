import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { type Logger, logOnce } from '../observability/logger.ts';
import { networkOf, type Proxies } from '../http/network.ts';

export interface ConnectionLimits {
  /** Of all networks together. */
  max: number;
  proxies: Proxies;
  logger: Logger;
}

/** Closes new connections above the limit. One network has at most half of them; a trusted proxy brings many callers. */
export function limitConnections(server: Server, { max, proxies, logger }: ConnectionLimits): void {
  const maxOfNetwork = Math.floor(max / 2);
  const open = new Map<string, number>();
  const logDropped = logOnce(logger, 'connections are closed: too many are open');
  server.maxConnections = max;
  server.on('drop', () => logDropped(`more than ${max} in all`));
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (proxies.isTrusted(remoteAddress)) return;
    const network = networkOf(remoteAddress);
    const count = (open.get(network) ?? 0) + 1;
    open.set(network, count);
    socket.once('close', () => {
      const left = (open.get(network) ?? 0) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
    if (count <= maxOfNetwork) return;
    logDropped(`more than ${maxOfNetwork} of one network`);
    socket.destroy();
  });
}
