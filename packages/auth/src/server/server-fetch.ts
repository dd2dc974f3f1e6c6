import type { CustomFetchOptions } from 'oauth4webapi';

/** The authorization server cannot be reached or its response is unusable. Says nothing about the token. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
  /** The OAuth error code of its response. */
  readonly oauthError: string | undefined;
  /** Whether the server responded, so that another address may work. */
  readonly hasResponse: boolean;

  constructor(
    message: string,
    {
      oauthError,
      hasResponse = false,
      cause,
    }: { oauthError?: string; hasResponse?: boolean; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? {} : { cause });
    this.oauthError = oauthError;
    this.hasResponse = hasResponse;
  }
}

/** The `fetch` function that oauth4webapi accepts. */
export type ServerFetch = (
  url: string,
  options: CustomFetchOptions<string, URLSearchParams | undefined>,
) => Promise<Response>;

interface ServerFetchOptions {
  fetch: typeof fetch;
  timeoutMs: number;
}

/** Error codes of a kept-alive connection that the server closed while the request was on its way. */
const CLOSED_CONNECTION = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/**
 * Creates a fetch that accepts only a JSON object with status 200; anything else is an UpstreamError. The timeout
 * covers the body too. The body is always read, so that the connection can be reused.
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
        // These requests change nothing, so a retry is safe.
        if (!isClosedConnection(error)) throw error;
        return exchange();
      })
      .catch((cause: unknown) => {
        throw new UpstreamError(`${pathOf(url)}: ${messageOf(cause)}`, { cause });
      });
    return jsonResponse(url, status, text);
  };
}

/** The message of an error and nothing else of it: libraries attach tokens and keys to their errors. */
export function messageOf(error: unknown): string {
  const { message } = (error ?? {}) as { message?: unknown };
  return typeof message === 'string' ? message : 'unknown failure';
}

function jsonResponse(url: string, status: number, text: string): Response {
  const body = parseObject(text);
  if (status !== 200) {
    const oauthError = typeof body?.['error'] === 'string' ? body['error'] : undefined;
    const message = `${pathOf(url)} returned status ${status}${oauthError ? ` ${oauthError.slice(0, 60)}` : ''}`;
    throw new UpstreamError(message, { hasResponse: true, ...(oauthError && { oauthError }) });
  }
  if (!body) throw new UpstreamError(`${pathOf(url)} did not return a JSON object`, { hasResponse: true });
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
