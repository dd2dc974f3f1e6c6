import type { CustomFetchOptions } from 'oauth4webapi';
import type { Exchange } from './exchange.ts';

export type ServerFetch = (
  url: string,
  options: CustomFetchOptions<string, URLSearchParams | undefined>,
) => Promise<Response>;

/** Wraps an exchange for oauth4webapi, which reads the metadata and the keys. */
export function createServerFetch(exchange: Exchange): ServerFetch {
  return async (url, { method, headers, body }) =>
    Response.json(await exchange(new URL(url), { method, headers, body: body?.toString() }));
}
