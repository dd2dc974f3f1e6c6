import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CancelledNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import type { RequestHandler } from 'express';
import { instructionsFor } from '../../guide/instructions.ts';
import type { ToolContext } from '../../tools/call-tool.ts';
import { contextOf, type ProtocolDependencies } from '../context.ts';
import { answer, CAPABILITIES, SERVER_INFO } from '../methods.ts';

/** One for all: a server would make its own, which costs more than the rest of it. */
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/** Protocol 2025-11-25 and older. Stateless: a server and a transport of their own for every request. */
export function answerLegacy(dependencies: ProtocolDependencies): RequestHandler {
  return async (req, res) => {
    const context = contextOf(req, dependencies);
    const message: unknown = req.body;
    const server = createServer(context, isInitialize(message) ? await instructionsFor(context) : undefined);
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    // The caller went away: whatever is still being computed has nobody to go to.
    res.once('close', () => void server.close());
    await server.connect(transport);
    await transport.handleRequest(req, res, message);
  };
}

/** Handlers that are registered by method would check parameters by themselves, and our texts would never be seen. */
function createServer(context: ToolContext, instructions: string | undefined): Server {
  const server = new Server(SERVER_INFO, {
    capabilities: CAPABILITIES,
    jsonSchemaValidator,
    ...(instructions === undefined ? {} : { instructions }),
  });
  server.fallbackRequestHandler = (request) => answer(request, context);
  // In a batch it could take back its neighbour, whose answer the transport would wait for in vain.
  server.setNotificationHandler(CancelledNotificationSchema, () => {});
  return server;
}

/** Only its answer carries the instructions. */
function isInitialize(message: unknown): boolean {
  return [message].flat().some((one) => (one as { method?: unknown } | null)?.method === 'initialize');
}
