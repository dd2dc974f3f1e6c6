import { allowRequests, pageHeaders } from '@funnel/pages';
import type { Handler } from '@funnel/service';

/** The headers of a page of reports: those of every page, and the script that asks for the numbers. */
export const reportHeaders: Handler = (req, res, next) => {
  pageHeaders(req, res);
  allowRequests(res);
  res.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
  next();
};
