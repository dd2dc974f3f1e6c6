import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorPage, sendPage } from '@funnel/pages';
import { requestIdOf } from './requests.ts';

export function sendErrorPage(
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  text: { title: string; detail: string },
): void {
  sendPage(res, status, errorPage({ ...text, requestId: requestIdOf(req) }));
}

/** Answers a form that did not come from a page of this session; nothing was changed. */
export function rejectForgedForm(req: IncomingMessage, res: ServerResponse): void {
  const detail =
    'It was not sent from your current session, so nothing was changed. Reload the page and try again.';
  sendErrorPage(req, res, 403, { title: 'The form was not accepted', detail });
}
