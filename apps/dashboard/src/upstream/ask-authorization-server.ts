import { text } from 'node:stream/consumers';
import { DASHBOARD_CLIENT_ID } from '@funnel/domain';
import { traceHeaders } from '@funnel/service';
import type { Config } from '../config.ts';
import { boundedFetch } from './bounded-fetch.ts';

/** Asks a path of the authorization server: by POST if there are fields. */
export type AskAuthorizationServer = (
  path: string,
  fields?: Readonly<Record<string, string>>,
) => Promise<{ status: number; headers: Headers; text: string }>;

const MAX_BYTES = 64 * 1024;

export function createAskAuthorizationServer(config: Config): AskAuthorizationServer {
  const issuer = config.AUTHORIZATION_SERVER_ISSUER.replace(/\/$/, '');
  const bounds = { timeoutMs: config.UPSTREAM_TIMEOUT_MS / 2, maxBytes: MAX_BYTES };
  const credentials = [DASHBOARD_CLIENT_ID, config.DASHBOARD_CLIENT_SECRET[0]]
    .map(encodeURIComponent)
    .join(':');
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
    const answer = await boundedFetch(`${issuer}${path}`, sent, bounds);
    return { status: answer.status, headers: answer.headers, text: await text(answer.pieces) };
  };
}
