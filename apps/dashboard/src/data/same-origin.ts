import { ServiceError } from '@funnel/domain';
import type { Request } from 'express';

/** A script of another origin cannot send it without asking first, and is never allowed to. */
const SCRIPT_HEADER = 'x-funnel-dashboard';

/**
 * Throws unless a page of the dashboard asks: a script, which says so by a header, or a link to a CSV file. Browsers say where a request
 * comes from; for a script on a browser that does not, the header alone decides.
 */
export function requireSameOrigin(req: Request): void {
  const site = req.headers['sec-fetch-site'];
  const isScript = req.headers[SCRIPT_HEADER] !== undefined;
  const isAllowed = isScript
    ? site === undefined || site === 'same-origin'
    : isDownload(req) && (site === 'same-origin' || site === 'none');
  if (!isAllowed) throw new ServiceError('forbidden', 'Only the pages of the dashboard can ask for this.');
}

/** Whether another site has sent a form. Browsers that do not say where it was sent from have the token of the form alone. */
export function isFromOtherSite({ headers }: Request): boolean {
  const site = headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin';
}

/** A person may also open the link of a file by hand. */
function isDownload({ originalUrl }: Request): boolean {
  const [, query = ''] = originalUrl.split('?', 2);
  return new URLSearchParams(query).get('format') === 'csv';
}
