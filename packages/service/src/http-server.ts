import { createServer, type RequestListener, type Server } from 'node:http';

export interface HttpServerOptions {
  handler: RequestListener;
  host: string;
  port: number;
  /** The environment variable that sets the port: a failure to listen names it. */
  portVariable: string;
}

export interface HttpServer {
  url: string;
  /** Stops accepting and resolves when the requests in flight have been answered. */
  close(): Promise<void>;
}

/** Its message says which variable to change. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

// Longer than the idle time of common load balancers (60 s), so that the balancer closes first.
const KEEP_ALIVE_MS = 65_000;
const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 60_000;
const IDLE_SWEEP_MS = 50;

export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const server = createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
    },
    options.handler,
  );
  await listen(server, options);
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  return { url: `http://${host}:${port}`, close: () => close(server) };
}

function listen(server: Server, { host, port, portVariable }: HttpServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      reject(new ListenError(listenFault(cause, host, port, portVariable), { cause }));
    });
    server.listen(port, host, () => resolve());
  });
}

function listenFault(cause: NodeJS.ErrnoException, host: string, port: number, portVariable: string): string {
  switch (cause.code) {
    case 'EADDRINUSE':
      return `port ${port} on ${host} is taken: stop what listens there or set ${portVariable} to another port`;
    case 'EACCES':
      return `port ${port} needs privileges: set ${portVariable} to 1024 or higher`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${host} is no address of this machine: set HOST to one that is, or to 0.0.0.0 for all`;
    default:
      return `cannot listen on ${host}:${port} (HOST, ${portVariable}): ${cause.message}`;
  }
}

/** A connection kept alive turns idle only after its last answer, so idle ones are swept until none is left. */
function close(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
    server.close((error) => {
      clearInterval(sweep);
      if (error) reject(error);
      else resolve();
    });
  });
}
