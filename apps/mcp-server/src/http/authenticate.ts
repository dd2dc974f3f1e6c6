import { type Principal, requireScope } from '@funnel/auth';
import type { Database } from '@funnel/db';
import {
  type AdmissionOptions,
  addToRequestLog,
  admissionOf,
  admit,
  type Clock,
  type Logger,
  requestIdOf,
} from '@funnel/service';
import type { Request, RequestHandler } from 'express';
import type { ToolContext } from '../tools/call-tool.ts';
import { operationOfTool } from '../tools/tool-list.ts';
import type { ToolMetrics } from '../tools/tool-metrics.ts';
import { showsViews } from '../view/shows-views.ts';

/** Every tool reads reports and nothing else is offered, so one scope covers the whole address. */
export const SCOPE = 'reports';

export interface ProtocolDependencies {
  database: Database;
  replica?: (() => Database | undefined) | undefined;
  /** The clock of windows: `NOW` pins it. */
  clock: Clock;
  logger: Logger;
  toolMetrics: ToolMetrics;
  rateLimiter?: AdmissionOptions<Principal>['rateLimiter'];
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

/** Counts what a message asks for beyond one simple request: expensive tools, and each further message of a batch. */
export function countMessage({ rateLimiter }: AdmissionOptions<Principal>): RequestHandler {
  return async (req, res, next) => {
    const messages = [req.body as unknown].flat();
    const tools = messages.flatMap((message) => operationOfCall(message)?.name ?? []);
    if (tools.length > 0) addToRequestLog(req, { tool: tools.join(' ') });
    const weight = messages.reduce((sum: number, message) => sum + weightOf(message), 0);
    const principal = principals.get(req);
    if (weight > 1 && principal) {
      await admissionOf(req).count({ weight });
      const headers = await rateLimiter?.take(principal.budgetKey, weight - 1);
      for (const [name, value] of Object.entries(headers ?? {})) res.setHeader(name, value);
    }
    next();
  };
}

function weightOf(message: unknown): number {
  return operationOfCall(message)?.weight ?? 1;
}

/** The operation that a message calls, if it calls a tool that exists. */
function operationOfCall(message: unknown): ReturnType<typeof operationOfTool> {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } };
  return method === 'tools/call' ? operationOfTool(String(params?.name)) : undefined;
}

/** What the tools of an authenticated request run with. */
export function contextOf(req: Request, dependencies: ProtocolDependencies): ToolContext {
  const { database, replica, clock, logger, toolMetrics, rateLimiter } = dependencies;
  const principal = principals.get(req);
  if (!principal) throw new Error('The request was not authenticated');
  return {
    database,
    replica: replica?.(),
    principal,
    now: clock(),
    requestId: requestIdOf(req),
    logger,
    toolMetrics,
    showsViews: showsViews(req),
    signal: admissionOf(req).signal,
    websiteLimiter: rateLimiter,
  };
}
