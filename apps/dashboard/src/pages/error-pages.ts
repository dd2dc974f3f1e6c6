import { isTemporaryFailure } from '@funnel/db';
import { ERRORS, ServiceError } from '@funnel/domain';
import { type Logger, requestIdOf } from '@funnel/service';
import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import { errorPage } from './message-pages.ts';
import type { PageFiles } from './page-files.ts';
import { pageHeaders, sendPage } from './page-headers.ts';

/** Whether a person with a browser asks, and not a program. */
export function wantsPage(req: Request): boolean {
  return req.accepts(['json', 'html']) === 'html';
}

/** Answers 404, for a person or a program. */
export const unknownPath: RequestHandler = () => {
  throw new ServiceError('not_found', 'There is nothing at this address.');
};

/** Answers 405, for a person or a program. Mount it on a path after its methods. */
export function otherMethods(...allowed: string[]): RequestHandler {
  const allow = allowed.join(', ');
  return () => {
    const headers = { Allow: allow };
    throw new ServiceError('method_not_allowed', `This address accepts ${allow}.`, { headers });
  };
}

/** Shows errors as pages in a browser; other clients get problem details from the next handler. */
export function errorPages(files: PageFiles, logger: Logger): ErrorRequestHandler {
  return (failure: unknown, req, res, next) => {
    if (res.headersSent || !wantsPage(req)) return next(failure);
    const error = toServiceError(failure);
    const requestId = requestIdOf(req);
    if (error.status >= 500) logger.error({ err: failure, requestId }, 'request failed');
    pageHeaders(req, res, () => {});
    res.set(error.headers ?? {});
    const { title } = ERRORS[error.code];
    sendPage(res, error.status, errorPage({ files, title, detail: error.detail, requestId }));
  };
}

/** An unexpected error reveals nothing but the request id. */
function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (isTemporaryFailure(error))
    return new ServiceError('unavailable', 'A part of the service is unavailable. Try again.', {
      headers: { 'Retry-After': '1' },
    });
  const { status } = (error ?? {}) as { status?: unknown };
  if (status === 413) return new ServiceError('payload_too_large', 'The form is larger than allowed.');
  if (error instanceof URIError) return new ServiceError('not_found', 'There is nothing at this address.');
  return new ServiceError('internal_error', 'This is a problem on our side. Please try again in a moment.');
}
