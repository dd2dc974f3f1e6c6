import type { IncomingMessage } from 'node:http';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The method of a request, or `other`: callers may invent methods. */
export function knownMethod(method: string | undefined): string {
  return method !== undefined && METHODS.has(method) ? method : 'other';
}

/** The pattern of the route that matched; Express stores it on the request. Requests without a route share one name. */
export function routeOf(req: IncomingMessage): string {
  const { baseUrl = '', route } = req as IncomingMessage & { baseUrl?: string; route?: { path?: unknown } };
  return typeof route?.path === 'string' ? baseUrl + route.path : 'unmatched';
}

export function pathOf({ url = '' }: IncomingMessage): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}
