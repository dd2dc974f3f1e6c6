import { admissionOf, inSpan, requestIdOf, traceHeaders } from '@funnel/service';
import type { Request } from 'express';
import { type BoundedAnswer, boundedFetch, type Outgoing } from './bounded-fetch.ts';
import { unavailable } from './unavailable.ts';

export interface Asker {
  idHash: Buffer;
  tokens: { accessToken: string };
}

export interface TokenSource<One extends Asker> {
  /** The same asker, with a token that does not end in the next moments. Undefined if the session has ended. */
  fresh(one: One): Promise<One | undefined>;
  /** The same asker with a new token, after one was refused. Undefined if the session has ended. */
  renew(one: One): Promise<One | undefined>;
}

export interface RestRequest extends Outgoing {
  url: URL;
}

/** Far more than the longest report. */
export const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

/**
 * Asks the REST API with the token of who asks, and once more with a new token if it refuses the first one. Undefined if there is no new
 * one: the session has ended.
 */
export async function askRest<One extends Asker>(
  req: Request,
  asked: RestRequest,
  asker: One,
  { tokens, timeoutMs }: { tokens: TokenSource<One>; timeoutMs: number },
): Promise<BoundedAnswer | undefined> {
  const fresh = await tokens.fresh(asker);
  if (!fresh) return undefined;
  const answer = await send(req, asked, fresh, timeoutMs);
  if (answer.status !== 401) return answer;
  await answer.discard();
  const renewed = await tokens.renew(fresh);
  const again = renewed && (await send(req, asked, renewed, timeoutMs));
  if (again?.status !== 401) return again;
  await again.discard();
  return undefined;
}

async function send(
  req: Request,
  { url, headers, ...outgoing }: RestRequest,
  { tokens }: Asker,
  timeoutMs: number,
): Promise<BoundedAnswer> {
  const { signal } = admissionOf(req);
  const answer = await inSpan('ask the REST API', { kind: 'client' }, () => {
    const own = {
      ...traceHeaders(),
      accept: 'application/json',
      authorization: `Bearer ${tokens.accessToken}`,
      'x-request-id': requestIdOf(req),
      // Only believed where the dashboard is a trusted proxy of the REST API.
      'x-forwarded-for': req.ip ?? '',
    };
    const bounds = { timeoutMs, maxBytes: MAX_ANSWER_BYTES, signal };
    return boundedFetch(url, { ...outgoing, headers: { ...headers, ...own } }, bounds);
  }).catch((error: unknown) => {
    // The browser has hung up, or the request took too long.
    signal?.throwIfAborted();
    throw unavailable('reports', error);
  });
  if (answer.status >= 300 && answer.status < 400 && answer.status !== 304) {
    await answer.discard();
    throw unavailable('reports', new Error(`The REST API answered ${answer.status}.`));
  }
  return answer;
}
