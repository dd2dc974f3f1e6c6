import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import type { Handler } from './handler.ts';

/** API responses are not pages: they may load nothing and be framed nowhere. The API reference sets its own policy. */
const HEADERS = headersOf(
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"] },
    },
    xFrameOptions: { action: 'deny' },
  }),
);

/** Sets the same headers on every response: one loop instead of the dozen handlers of helmet. */
export const securityHeaders: Handler = (_req, res, next) => {
  setSecurityHeaders(res);
  next();
};

/** The same for a response that does not reach the application. */
export function setSecurityHeaders(res: ServerResponse): void {
  for (const [name, value] of HEADERS) res.setHeader(name, value);
}

/** Tells browsers to use https only, for a year. Mount it where the address of the service is https. */
export const strictTransport: Handler = (_req, res, next) => {
  res.setHeader('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
  next();
};

/** What a handler sets, whatever the request, with its upper and lower case. */
function headersOf(handler: Handler): [name: string, value: string][] {
  const set: [string, string][] = [];
  class Recorded extends ServerResponse {
    override setHeader(name: string, value: number | string | readonly string[]): this {
      set.push([name, String(value)]);
      return this;
    }
  }
  const req = new IncomingMessage(new Socket());
  handler(req, new Recorded(req), () => {});
  return set;
}
