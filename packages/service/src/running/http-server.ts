import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { type Application, appMessages } from '../http/app-messages.ts';
import { type ConnectionLimits, limitConnections } from '../admission/limit-connections.ts';
import { inTurn } from '../admission/in-turn.ts';

export interface HttpServerOptions {
  handler: RequestListener;
  /** The application behind the handler, if it is one of Express. */
  app?: Application | undefined;
  host: string;
  port: number;
  /** The environment variable of the port, for error messages. */
  portVariable: string;
  /** No limit if undefined. */
  connections?: ConnectionLimits;
}

export interface HttpServer {
  url: string;
  /** From now on, each response asks its caller to open a new connection for the next request. */
  drain(): void;
  /** Stops accepting connections and resolves once all running requests are answered. */
  close(): Promise<void>;
}

/** The server cannot listen. The message names the variable to change. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

// Longer than the idle timeout of common load balancers (60 s), so that the load balancer closes first.
const KEEP_ALIVE_MS = 65_000;
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 60_000;
/** How often Node looks for connections that exceed these times. */
const CHECK_MS = 2_000;
const IDLE_SWEEP_MS = 50;
/** After this time, a stop does not wait for headers that are still being sent. */
const UNFINISHED_HEADERS_MS = 1_000;

/** Starts an HTTP server. Rejects with a ListenError if it cannot listen. */
export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  let isDraining = false;
  const { listener, isBusy } = inTurn((req, res) => {
    if (isDraining) res.setHeader('Connection', 'close');
    req.url = pathFormOf(req.url);
    options.handler(req, res);
  });
  const server = createServer(
    {
      ...(options.app && appMessages(options.app)),
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_MS,
    },
    listener,
  );
  if (options.connections) limitConnections(server, options.connections);
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await listen(server, options);
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  return {
    url: `http://${host}:${port}`,
    drain() {
      isDraining = true;
    },
    close: () =>
      close(server, () => {
        for (const socket of sockets) if (!isBusy(socket)) socket.destroy();
      }),
  };
}

const ADDRESS = /^https?:\/\/[^/?#]*/i;

/**
 * A request may name a whole address instead of a path (RFC 9112, 3.2.2). Only its path counts: the addresses of a service are configured, and
 * a document must not name those that a caller made up.
 */
function pathFormOf(target = '/'): string {
  if (target.startsWith('/')) return target;
  const path = target.replace(ADDRESS, '');
  return path === target || path.startsWith('/') ? path : `/${path}`;
}

function listen(server: Server, { host, port, portVariable }: HttpServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      reject(new ListenError(describeListenError(cause, host, port, portVariable), { cause }));
    });
    server.listen(port, host, () => resolve());
  });
}

function describeListenError(
  cause: NodeJS.ErrnoException,
  host: string,
  port: number,
  portVariable: string,
): string {
  switch (cause.code) {
    case 'EADDRINUSE':
      return `port ${port} on ${host} is in use: stop the other process or set ${portVariable} to another port`;
    case 'EACCES':
      return `port ${port} requires privileges: set ${portVariable} to 1024 or higher`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${host} is not an address of this machine: set HOST to one, or to 0.0.0.0 for all`;
    default:
      return `cannot listen on ${host}:${port} (HOST, ${portVariable}): ${cause.message}`;
  }
}

/** A keep-alive connection becomes idle only after its last response, so idle ones are closed repeatedly. */
function close(server: Server, closeUnanswered: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
    const unfinished = setInterval(closeUnanswered, UNFINISHED_HEADERS_MS);
    server.close((error) => {
      clearInterval(sweep);
      clearInterval(unfinished);
      if (error) reject(error);
      else resolve();
    });
  });
}
