import type { Database } from '@funnel/db';
import { type Clock, type Logger, requestIdOf } from '@funnel/service';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { RequestHandler } from 'express';
import { instructionsFor } from '../guide/instructions.ts';
import { principalOf } from '../http/authentication.ts';
import { createSdkServer } from './sdk-server.ts';

export interface ProtocolDependencies {
  database: Database;
  clock: Clock;
  logger: Logger;
}

/** Protocol 2025-11-25 and older. Stateless: a server and a transport of their own for every request. */
export function answerMessage({ database, clock, logger }: ProtocolDependencies): RequestHandler {
  return async (req, res) => {
    const context = {
      database,
      principal: principalOf(req),
      now: clock(),
      requestId: requestIdOf(req),
      logger,
    };
    const message: unknown = req.body;
    const server = createSdkServer(
      context,
      isInitialize(message) ? await instructionsFor(context) : undefined,
    );
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    // The caller went away: whatever is still being computed has nobody to go to.
    res.once('close', () => void server.close());
    await server.connect(transport);
    await transport.handleRequest(req, res, message);
  };
}

/** Only its answer carries the instructions. */
function isInitialize(message: unknown): boolean {
  return [message].flat().some((one) => (one as { method?: unknown } | null)?.method === 'initialize');
}
