import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP server of a test. */
export interface TestHttpServer {
  /** The origin, for example `http://127.0.0.1:41234`. */
  url: string;
  close(): Promise<void>;
}

/** Serves on a free port. Idle connections stay open, so that a slow client never meets one that is closing. */
export async function serveHttp(handler: RequestListener): Promise<TestHttpServer> {
  const server = createServer({ keepAliveTimeout: 0 }, handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
