import type { RequestListener } from 'node:http';
import type { ErrorHandler, Handler } from '../../src/http/handler.ts';
import { startHttpServer } from '../../src/running/http-server.ts';

/** Runs a connect-style chain of handlers on a plain Node server. */
export function chain(handlers: readonly Handler[], onError?: ErrorHandler): RequestListener {
  return (req, res) => {
    const run = (index: number, error?: unknown): void => {
      if (error !== undefined) return onError?.(error, req, res, () => {});
      handlers[index]?.(req, res, (failure) => run(index + 1, failure));
    };
    run(0);
  };
}

/** Serves on a free port while `use` runs. */
export async function serve(handler: RequestListener, use: (url: string) => Promise<void>): Promise<void> {
  const server = await startHttpServer({ handler, host: '127.0.0.1', port: 0, portVariable: 'TEST_PORT' });
  try {
    await use(server.url);
  } finally {
    await server.close();
  }
}
