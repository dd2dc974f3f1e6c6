import { equal } from 'node:assert/strict';

/** A request of a client and its response. */
interface Exchange {
  method: string;
  url: string;
  status: number;
  challenge: string;
}

/** The signature of fetch that both SDKs use. */
export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** fetch, with a list of all requests and responses. */
export function watchFetch(): { fetch: Fetch; exchanges: Exchange[] } {
  const exchanges: Exchange[] = [];
  return {
    exchanges,
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      exchanges.push({
        method: init?.method ?? 'GET',
        url: String(url),
        status: response.status,
        challenge: response.headers.get('www-authenticate') ?? '',
      });
      return response;
    },
  };
}

/** Fails unless this request was sent and had this status. */
export function saw(exchanges: readonly Exchange[], method: string, url: string, status: number): void {
  const found = exchanges.find((exchange) => exchange.method === method && exchange.url === url);
  equal(found?.status, status, `${method} ${url}: ${found?.status ?? 'not requested'}`);
}
