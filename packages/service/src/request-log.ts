import type { Handler } from './handler.ts';
import type { Logger } from './logger.ts';
import { requestIdOf } from './request-id.ts';

/** One line per request when it ends. Of the address only the path: a query may hold personal data. */
export function requestLog(logger: Logger, quietPaths: ReadonlySet<string>): Handler {
  // No key of the line can hold a secret, and to look for them at any depth costs twenty times the line itself.
  const lines = logger.child({}, { redact: [] });
  return (req, res, next) => {
    const startedAt = performance.now();
    const [path = ''] = (req.url ?? '').split('?');
    res.once('close', () => {
      const finished = res.writableFinished;
      const entry = {
        requestId: requestIdOf(req),
        method: req.method,
        path: path.slice(0, 300),
        ...(finished && { status: res.statusCode }),
        durationMs: Math.round((performance.now() - startedAt) * 10) / 10,
      };
      lines[quietPaths.has(path) ? 'debug' : 'info'](
        entry,
        finished ? 'request' : 'request aborted by the caller',
      );
    });
    next();
  };
}
