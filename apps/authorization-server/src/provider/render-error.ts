import { requestIdOf } from '@funnel/service';
import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import { errorPage } from '../pages/index.ts';

/** Errors that cannot go back to the client. Of unforeseen ones nothing but the request id is shown. */
export function renderError(ctx: KoaContextWithOIDC, out: ErrorOut): void {
  const isOurs = out.error === 'server_error';
  ctx.type = 'html';
  ctx.body = errorPage({
    title: isOurs ? 'Something went wrong' : 'This request cannot be completed',
    detail: isOurs
      ? 'The fault is on our side. Please try again in a moment.'
      : `${sentence(out.error_description ?? out.error)} Go back to the application and start again.`,
    requestId: requestIdOf(ctx.req),
  });
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
