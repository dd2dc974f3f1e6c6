import { text } from 'node:stream/consumers';
import { DASHBOARD_CLIENT_ID } from '@funnel/domain';
import { traceHeaders } from '@funnel/service';
import { boundedFetch } from './bounded-fetch.ts';

/** Asks a path of the authorization server: by POST if there are fields. */
export type AskAuthorizationServer = (
  path: string,
  fields?: Readonly<Record<string, string>>,
) => Promise<{ status: number; headers: Headers; text: string }>;

const MAX_BYTES = 64 * 1024;

/** Asks with the credentials of the dashboard. */
export function createAskAuthorizationServer({
  issuer,
  clientSecret,
  timeoutMs,
}: {
  issuer: string;
  clientSecret: string;
  timeoutMs: number;
}): AskAuthorizationServer {
  const credentials = [DASHBOARD_CLIENT_ID, clientSecret].map(encodeURIComponent).join(':');
  const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
  return async (path, fields) => {
    const headers = { ...traceHeaders(), accept: 'application/json', authorization };
    const sent = fields
      ? {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams(fields).toString(),
        }
      : { method: 'GET', headers };
    const answer = await boundedFetch(`${issuer}${path}`, sent, { timeoutMs, maxBytes: MAX_BYTES });
    return { status: answer.status, headers: answer.headers, text: await text(answer.pieces) };
  };
}
