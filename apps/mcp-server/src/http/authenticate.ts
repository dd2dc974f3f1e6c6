import { type Principal, requireScope } from '@funnel/auth';
import type { Database } from '@funnel/db';
import { type AdmissionOptions, admit, type Clock, type Logger, requestIdOf } from '@funnel/service';
import type { Request, RequestHandler } from 'express';
import type { ToolContext } from '../tools/call-tool.ts';

/** Every tool reads reports and nothing else is offered, so one scope covers the whole address. */
export const SCOPE = 'reports';

/** What the protocol handlers need. */
export interface ProtocolDependencies {
  database: Database;
  /** The clock of windows: `NOW` pins it. */
  clock: Clock;
  logger: Logger;
}

const principals = new WeakMap<Request, Principal>();

/** 401, 403, 429 and 503 are HTTP responses, whatever the message asks for: the client authorizes again, or waits. */
export function authenticate(options: AdmissionOptions<Principal>): RequestHandler {
  return async (req, res, next) => {
    const principal = await admit(req, res, options);
    requireScope(principal, SCOPE);
    principals.set(req, principal);
    next();
  };
}

/** What the tools of an authenticated request run with. */
export function contextOf(req: Request, { database, clock, logger }: ProtocolDependencies): ToolContext {
  const principal = principals.get(req);
  if (!principal) throw new Error('The request was not authenticated');
  return { database, principal, now: clock(), requestId: requestIdOf(req), logger };
}
