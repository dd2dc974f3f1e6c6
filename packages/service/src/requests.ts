import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Handler } from './handler.ts';
import type { Logger } from './logger.ts';

const VALID_ID = /^[\w.:+/=-]{1,128}$/;
const ids = new WeakMap<IncomingMessage, string>();

/** Returns the id of a request, which appears in the log, the response header and a problem's `instance`. */
export function requestIdOf(req: IncomingMessage): string {
  const known = ids.get(req);
  if (known) return known;
  const given = req.headers['x-request-id'];
  const id = typeof given === 'string' && VALID_ID.test(given) ? given : randomUUID();
  ids.set(req, id);
  return id;
}

/** Sends the request id as `X-Request-Id`. */
export const requestId: Handler = (req, res, next) => {
  res.setHeader('X-Request-Id', requestIdOf(req));
  next();
};

/** Logs one line when a request ends. It contains the path but not the query, which may hold personal data. */
export function requestLog(logger: Logger, quietPaths: ReadonlySet<string>): Handler {
  // These lines have no key for a secret, and looking for one takes twenty times as long as the line itself.
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
