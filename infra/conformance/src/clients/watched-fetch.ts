import { equal } from 'node:assert/strict';

/** What a client asked over HTTP, and how it was answered. */
interface Exchange {
  method: string;
  url: string;
  status: number;
  challenge: string;
}

export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** The platform's fetch, with a list of what went through it. */
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

/** Fails unless this was asked and answered so. */
export function saw(exchanges: readonly Exchange[], method: string, url: string, status: number): void {
  const found = exchanges.find((exchange) => exchange.method === method && exchange.url === url);
  equal(found?.status, status, `${method} ${url}: ${found?.status ?? 'never asked'}`);
}
