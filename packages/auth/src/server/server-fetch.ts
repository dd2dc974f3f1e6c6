import type { CustomFetchOptions } from 'oauth4webapi';
import { messageOf, UpstreamError } from './upstream-error.ts';

/** What oauth4webapi takes as its fetch. */
export type ServerFetch = (
  url: string,
  options: CustomFetchOptions<string, URLSearchParams | undefined>,
) => Promise<Response>;

interface ServerFetchOptions {
  fetch: typeof fetch;
  timeoutMs: number;
}

/** A connection kept alive that the server closed just now, as the request was under way. */
const CLOSED_CONNECTION = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/**
 * Asks the authorization server and takes a JSON object with status 200 for an answer, nothing else. The
 * timeout covers the body too; the body is always read, so that the connection can serve the next call.
 */
export function createServerFetch({ fetch, timeoutMs }: ServerFetchOptions): ServerFetch {
  return async (url, options) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const exchange = async () => {
      const response = await fetch(url, { ...options, signal } as RequestInit);
      return { status: response.status, text: await response.text() };
    };
    const { status, text } = await exchange()
      .catch((error: unknown) => {
        // Nothing asked here changes anything, so asking twice is safe.
        if (!isClosedConnection(error)) throw error;
        return exchange();
      })
      .catch((cause: unknown) => {
        throw new UpstreamError(`${pathOf(url)}: ${messageOf(cause)}`, { cause });
      });
    return jsonResponse(url, status, text);
  };
}

function jsonResponse(url: string, status: number, text: string): Response {
  const body = parseObject(text);
  if (status !== 200) {
    const oauthError = typeof body?.['error'] === 'string' ? body['error'] : undefined;
    const message = `${pathOf(url)} answered ${status}${oauthError ? ` ${oauthError.slice(0, 60)}` : ''}`;
    throw new UpstreamError(message, { answered: true, ...(oauthError && { oauthError }) });
  }
  if (!body) throw new UpstreamError(`${pathOf(url)} answered no JSON object`, { answered: true });
  return new Response(text, { headers: { 'Content-Type': 'application/json' } });
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function isClosedConnection(error: unknown): boolean {
  const { code } = ((error as { cause?: unknown }).cause ?? {}) as { code?: unknown };
  return typeof code === 'string' && CLOSED_CONNECTION.has(code);
}

function pathOf(url: string): string {
  return new URL(url).pathname;
}
