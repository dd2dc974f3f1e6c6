import { isTemporaryFailure } from '@funnel/db';
import { ServiceError } from '@funnel/domain';
import { errorPage, prefersPage, pageHeaders, sendPage } from '@funnel/pages';
import { type Logger, requestIdOf } from '@funnel/service';
import type { ErrorRequestHandler } from 'express';
import { type ErrorOut, errors, type KoaContextWithOIDC } from 'oidc-provider';

/** Hides the details of unexpected errors; the request id leads to them in the log. */
const UNEXPECTED = {
  title: 'Something went wrong',
  detail: 'This is a problem on our side. Please try again in a moment.',
};

const EXPIRED_SIGN_IN = {
  title: 'This sign-in has expired',
  detail:
    'It took too long, or someone else has signed in since. Go back to the application and start again.',
};

/** Shows errors as pages in a browser; other clients get problem details from the next handler. */
export function pageErrors(logger: Logger): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    if (res.headersSent || !prefersPage(req)) return next(error);
    const requestId = requestIdOf(req);
    // The route of the request may have no pages, and so not their headers.
    pageHeaders(req, res);
    if (error instanceof errors.SessionNotFound) {
      return sendPage(res, 400, errorPage({ ...EXPIRED_SIGN_IN, requestId }));
    }
    if (isClientError(error)) {
      const detail = error instanceof ServiceError ? error.detail : 'The request is not valid.';
      if (error instanceof ServiceError) res.set(error.headers ?? {});
      return sendPage(
        res,
        error.status,
        errorPage({ title: 'This request was rejected', detail, requestId }),
      );
    }
    logger.error({ err: error, requestId }, 'request failed');
    if (isUnavailable(error)) res.set('Retry-After', '1');
    return sendPage(res, isUnavailable(error) ? 503 : 500, errorPage({ ...UNEXPECTED, requestId }));
  };
}

/** Shows the errors of oidc-provider that cannot be sent back to the client. */
export function renderProviderError(ctx: KoaContextWithOIDC, out: ErrorOut): void {
  const shown =
    out.error === 'server_error'
      ? UNEXPECTED
      : {
          title: 'This request cannot be completed',
          detail: `${sentence(out.error_description ?? out.error)} Go back to the application and start again.`,
        };
  // Most endpoints of oidc-provider answer programs, and so have not the headers of pages.
  pageHeaders(ctx.req, ctx.res);
  ctx.type = 'html';
  ctx.body = errorPage({ ...shown, requestId: requestIdOf(ctx.req) });
}

/** The database does not answer, or the request took too long: the same request may succeed later. */
export function isUnavailable(error: unknown): boolean {
  return isTemporaryFailure(error) || (error instanceof ServiceError && error.status === 503);
}

function isClientError(error: unknown): error is { status: number } {
  const status = (error as { status?: unknown } | null | undefined)?.status;
  return typeof status === 'number' && status >= 400 && status < 500;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
