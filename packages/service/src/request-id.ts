import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Handler } from './handler.ts';

const WELL_FORMED = /^[\w.:+/=-]{1,128}$/;
const ids = new WeakMap<IncomingMessage, string>();

/** The id that the log, the response header and a problem's `instance` share. */
export function requestIdOf(req: IncomingMessage): string {
  const known = ids.get(req);
  if (known) return known;
  const given = req.headers['x-request-id'];
  const id = typeof given === 'string' && WELL_FORMED.test(given) ? given : randomUUID();
  ids.set(req, id);
  return id;
}

export const requestId: Handler = (req, res, next) => {
  res.setHeader('X-Request-Id', requestIdOf(req));
  next();
};
