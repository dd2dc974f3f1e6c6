import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { keptOn } from './kept-on.ts';
import type { Handler } from './handler.ts';
import type { Logger } from '../observability/logger.ts';
import { networkOfRequest } from './network.ts';
import { traceIds } from '../observability/spans.ts';

const VALID_ID = /^[\w.:+/=-]{1,128}$/;
const ids = keptOn<IncomingMessage, string>('request id');

/**
 * Returns the id of a request, which appears in the log, the response header and a problem's `instance`. A trusted proxy may
 * choose it; a caller may not, because two requests with one id confuse whoever reads the log.
 */
export function requestIdOf(req: IncomingMessage): string {
  const known = ids.of(req);
  if (known) return known;
  const id = (isFromProxy(req) ? givenId(req) : undefined) ?? randomUUID();
  ids.keep(req, id);
  return id;
}

function givenId(req: IncomingMessage): string | undefined {
  const given = req.headers['x-request-id'];
  return typeof given === 'string' && VALID_ID.test(given) ? given : undefined;
}

/** Express decides which proxies are trusted: `TRUST_PROXY`. */
function isFromProxy(req: IncomingMessage): boolean {
  const { app } = req as { app?: { get(name: string): unknown } };
  const trusts = app?.get('trust proxy fn') as ((address: string, hop: number) => boolean) | undefined;
  return trusts?.(req.socket.remoteAddress ?? '', 0) ?? false;
}

/** Sends the request id as `X-Request-Id`. */
export const requestId: Handler = (req, res, next) => {
  res.setHeader('X-Request-Id', requestIdOf(req));
  next();
};

/** What a log line may say about the caller of a request: no secret, no personal data. */
export interface LoggedCaller {
  tokenId?: string | undefined;
  client?: string | undefined;
  websites?: readonly number[] | undefined;
  websiteCount?: number | undefined;
  tool?: string | undefined;
}

const callers = keptOn<IncomingMessage, LoggedCaller>('caller');

/** Adds what is known of the caller to the log line of a request. */
export function addToRequestLog(req: IncomingMessage, caller: LoggedCaller): void {
  callers.keep(req, { ...callers.of(req), ...caller });
}

export function loggedCallerOf(req: IncomingMessage): LoggedCaller {
  return callers.of(req) ?? {};
}

/** Logs one line when a request ends. It contains the path but not the query, which may hold personal data. */
export function requestLog(logger: Logger, quietPaths: ReadonlySet<string>): Handler {
  // These lines have no key for a secret, and looking for one takes twenty times as long as the line itself.
  const lines = logger.child({}, { redact: [] });
  return (req, res, next) => {
    const startedAt = performance.now();
    const [path = ''] = (req.url ?? '').split('?');
    const address = networkOfRequest(req);
    // The event comes outside of the span of the request.
    const trace = traceIds();
    res.once('close', () => {
      const finished = res.writableFinished;
      const entry = {
        requestId: requestIdOf(req),
        method: req.method,
        ...callerId(req),
        path: maskedPath(path),
        address,
        ...callers.of(req),
        ...trace,
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

/** The id that the caller sent, if it is not the id of the request. */
function callerId(req: IncomingMessage): { callerRequestId?: string } {
  const given = givenId(req);
  return given === undefined || given === requestIdOf(req) ? {} : { callerRequestId: given };
}

/** Hides what looks like a token: somebody may send one in the path by mistake. */
function maskedPath(path: string): string {
  return path.slice(0, 300).replace(/fnl_[\w-]*|[\w.~%-]{32,}/g, '[redacted]');
}
