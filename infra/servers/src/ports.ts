import { createServer } from 'node:net';

const HOST = '127.0.0.1';

/** Whether nothing listens on the port. */
export async function isFree(port: number): Promise<boolean> {
  return (await listenOnce(port)) !== undefined;
}

/** A port that is free now. */
export async function anyFreePort(): Promise<number> {
  const port = await listenOnce(0);
  if (port === undefined) throw new Error('the system has no free port');
  return port;
}

function listenOnce(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen({ host: HOST, port, exclusive: true }, () => {
      const address = server.address();
      const bound = typeof address === 'object' && address !== null ? address.port : undefined;
      server.close(() => resolve(bound));
    });
  });
}
