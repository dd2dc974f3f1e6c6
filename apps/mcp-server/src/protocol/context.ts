import type { Database } from '@funnel/db';
import { type Clock, type Logger, requestIdOf } from '@funnel/service';
import type { Request } from 'express';
import { principalOf } from '../http/authentication.ts';
import type { ToolContext } from '../tools/call-tool.ts';

export interface ProtocolDependencies {
  database: Database;
  clock: Clock;
  logger: Logger;
}

export function contextOf(req: Request, { database, clock, logger }: ProtocolDependencies): ToolContext {
  return { database, principal: principalOf(req), now: clock(), requestId: requestIdOf(req), logger };
}
