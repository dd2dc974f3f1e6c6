import { ServiceError } from '@funnel/domain';
import { type Logger, requestIdOf } from '@funnel/service';
import type { ErrorRequestHandler } from 'express';
import { errors } from 'oidc-provider';
import { errorPage, sendPage } from './pages/index.ts';

/** A person gets a page, a program goes on to the problem details. */
export function pageErrors(logger: Logger): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    if (res.headersSent || req.accepts(['json', 'html']) !== 'html') return next(error);
    const requestId = requestIdOf(req);
    if (error instanceof errors.SessionNotFound) {
      const title = 'This sign-in is over';
      const detail =
        'It took too long, or somebody else is signed in by now. Go back to the application and start again.';
      return sendPage(res, 400, errorPage({ title, detail, requestId }));
    }
    if (isCallersFault(error)) {
      const detail = error instanceof ServiceError ? error.detail : 'The request could not be read.';
      if (error instanceof ServiceError) res.set(error.headers ?? {});
      return sendPage(res, error.status, errorPage({ title: 'This cannot be done', detail, requestId }));
    }
    logger.error({ err: error, requestId }, 'request failed');
    const detail = 'The fault is on our side. Please try again in a moment.';
    return sendPage(res, 500, errorPage({ title: 'Something went wrong', detail, requestId }));
  };
}

function isCallersFault(error: unknown): error is { status: number } {
  const status = (error as { status?: unknown } | null | undefined)?.status;
  return typeof status === 'number' && status >= 400 && status < 500;
}
