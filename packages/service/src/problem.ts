import type { IncomingMessage, ServerResponse } from 'node:http';
import { ServiceError, toProblem } from '@funnel/domain';
import type { ErrorHandler, Handler } from './handler.ts';
import type { Logger } from './logger.ts';
import { recognizeError } from './recognize-error.ts';
import { requestIdOf } from './request-id.ts';

/** Answers with RFC 9457 problem details. What was not foreseen shows nothing but the request id. */
export function sendProblem(req: IncomingMessage, res: ServerResponse, error: unknown): void {
  const problem = toProblem(error, requestIdOf(req));
  const headers = error instanceof ServiceError ? error.headers : undefined;
  const body = JSON.stringify(problem);
  res.writeHead(problem.status, {
    ...headers,
    'Content-Type': 'application/problem+json',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
  });
  res.end(req.method === 'HEAD' ? undefined : body);
}

/** Mounted after the last route. */
export const notFound: Handler = (req, res) => {
  sendProblem(req, res, new ServiceError('not_found', 'There is nothing at this path.'));
};

/** Mounted on a path after its methods, which it names: `methodNotAllowed('GET', 'HEAD')`. */
export function methodNotAllowed(...allowed: string[]): Handler {
  const allow = allowed.join(', ');
  return (req, res) => {
    const detail = `This path takes ${allow}.`;
    sendProblem(req, res, new ServiceError('method_not_allowed', detail, { headers: { Allow: allow } }));
  };
}

/** Mounted last of all. */
export function errorHandler(logger: Logger): ErrorHandler {
  return (failure, req, res, _next) => {
    const error = recognizeError(failure);
    if (!(error instanceof ServiceError) || error.status >= 500) {
      logger.error({ err: error, requestId: requestIdOf(req) }, 'request failed');
    }
    // Half an answer cannot be mended: cutting it off is the only honest sign.
    if (res.headersSent) res.destroy();
    else sendProblem(req, res, error);
  };
}
