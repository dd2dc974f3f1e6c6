import type { IncomingMessage, ServerResponse } from 'node:http';
import { isTemporaryFailure } from '@funnel/db';
import { type ErrorCode, ServiceError, toProblem } from '@funnel/domain';
import { errorPage, pageHeaders, prefersPage, sendPage } from '@funnel/pages';
import type { ErrorHandler, Handler } from './handler.ts';
import type { Logger } from '../observability/logger.ts';
import { requestIdOf } from './requests.ts';

const UNEXPECTED = 'This is a problem on our side. Please try again in a moment.';

/** Sends RFC 9457 problem details, or a page to a browser. An unexpected error reveals nothing but the request id. */
export function sendProblem(req: IncomingMessage, res: ServerResponse, error: unknown): void {
  const problem = toProblem(error, requestIdOf(req));
  const headers = error instanceof ServiceError ? error.headers : undefined;
  if (prefersPage(req)) {
    const { status, instance } = problem;
    const detail = error instanceof ServiceError ? problem.detail : UNEXPECTED;
    // What a browser sends is a form, and never JSON.
    const title = problem.code === 'invalid_body' ? 'The form was not accepted' : problem.title;
    pageHeaders(req, res);
    for (const [name, value] of Object.entries(headers ?? {})) res.setHeader(name, value);
    return sendPage(res, status, errorPage({ title, detail, requestId: instance }));
  }
  const body = JSON.stringify(problem);
  res.writeHead(problem.status, {
    ...headers,
    'Content-Type': 'application/problem+json',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
  });
  res.end(req.method === 'HEAD' ? undefined : body);
}

/** The caller has hung up: nobody reads the answer, and nothing is wrong. */
export class HungUpError extends Error {
  override readonly name = 'HungUpError';
}

const answered = new WeakSet<ServerResponse>();

/** Says that a response is complete, although it is sent a little later. */
export function noteAnswered(res: ServerResponse): void {
  answered.add(res);
}

const UNKNOWN_PATH = 'There is nothing at this path.';

/** Answers 404. Mount it after the last route. */
export const notFound: Handler = (req, res) => {
  sendProblem(req, res, new ServiceError('not_found', UNKNOWN_PATH));
};

/** Answers 405 and names the allowed methods. Mount it on a path after its methods: `methodNotAllowed('GET', 'HEAD')`. */
export function methodNotAllowed(...allowed: string[]): Handler {
  const allow = allowed.join(', ');
  return (req, res) => {
    const detail = `This path accepts ${allow}.`;
    sendProblem(req, res, new ServiceError('method_not_allowed', detail, { headers: { Allow: allow } }));
  };
}

/** Answers errors with problem details and logs those of status 500 and above. Mount it last. */
export function errorHandler(logger: Logger): ErrorHandler {
  return (failure, req, res, _next) => {
    const error = toServiceError(failure);
    // Answered already, because its time was over.
    if (error instanceof HungUpError || res.writableEnded || answered.has(res)) return;
    // Refusals are counted, and logged once for many.
    const isRefusal = error instanceof ServiceError && error.code === 'overloaded';
    if (!isRefusal && (!(error instanceof ServiceError) || error.status >= 500)) {
      logger.error({ err: error, requestId: requestIdOf(req) }, 'request failed');
    }
    // The status line is already sent: closing the connection is the only way to report the failure.
    if (res.headersSent) res.destroy();
    else sendProblem(req, res, error);
  };
}

/** Converts the errors of body parsers and routers, known by type or status, to our codes. Others stay unchanged. */
function toServiceError(error: unknown): unknown {
  if (error instanceof ServiceError || typeof error !== 'object' || error === null) return error;
  const { type, status } = error as { type?: unknown; status?: unknown };
  const fault = (code: ErrorCode, detail: string, headers?: Record<string, string>) =>
    new ServiceError(code, detail, { headers, cause: error });
  if (type === 'entity.parse.failed') return fault('invalid_json', 'The body is not valid JSON.');
  if (status === 413) return fault('payload_too_large', 'The body is larger than allowed.');
  if (status === 415)
    return fault('unsupported_media_type', 'The encoding or charset of the body is not supported.');
  if (isTemporaryFailure(error))
    return fault('unavailable', 'A part of the service is unavailable. Try again.', { 'Retry-After': '1' });
  if (error instanceof URIError) return fault('not_found', UNKNOWN_PATH);
  return status === 400
    ? fault(
        'invalid_body',
        'The body could not be read: check that it is complete, and its Content-Encoding.',
      )
    : error;
}
