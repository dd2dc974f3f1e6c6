import type { RequestListener } from 'node:http';
import { type ErrorHandler, type Handler, startHttpServer } from '../../src/index.ts';

/** A connect-style chain as a plain Node server would run it. */
export function chain(handlers: readonly Handler[], onError?: ErrorHandler): RequestListener {
  return (req, res) => {
    const run = (index: number, error?: unknown): void => {
      if (error !== undefined) return onError?.(error, req, res, () => {});
      handlers[index]?.(req, res, (failure) => run(index + 1, failure));
    };
    run(0);
  };
}

/** Serves on a free port for the length of `use`. */
export async function serve(handler: RequestListener, use: (url: string) => Promise<void>): Promise<void> {
  const server = await startHttpServer({ handler, host: '127.0.0.1', port: 0, portVariable: 'TEST_PORT' });
  try {
    await use(server.url);
  } finally {
    await server.close();
  }
}
