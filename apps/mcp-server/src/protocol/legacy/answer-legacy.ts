import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CancelledNotificationSchema, InitializeRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import type { RequestHandler } from 'express';
import { instructionsFor } from '../../guide/instructions.ts';
import type { ToolContext } from '../../tools/call-tool.ts';
import { contextOf, type ProtocolDependencies } from '../../http/authenticate.ts';
import { idOf, sendJsonRpcError } from '../../http/message.ts';
import { sessionIdFor } from '../../view/shows-views.ts';
import { answer, CAPABILITIES, SERVER_INFO } from '../methods.ts';
import { INVALID_PARAMS } from '../rpc-error.ts';

/** Shared: a server would create its own, which costs more than the rest of the request. */
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/** Answers protocol 2025-11-25 and older. Stateless: every request gets its own server and transport. */
export function answerLegacy(dependencies: ProtocolDependencies): RequestHandler {
  return async (req, res) => {
    const context = contextOf(req, dependencies);
    const message: unknown = req.body;
    const problem = initializeProblem(message);
    if (problem !== undefined) {
      sendJsonRpcError(res, 200, { code: INVALID_PARAMS, message: problem }, idOf([message].flat()[0]));
      return;
    }
    const sessionId = sessionIdFor(message);
    if (sessionId !== undefined) res.set('Mcp-Session-Id', sessionId);
    const server = createServer(context, isInitialize(message) ? await instructionsFor(context) : undefined);
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    // The caller disconnected: there is no one left to answer.
    res.once('close', () => void server.close());
    await server.connect(transport);
    await transport.handleRequest(req, res, message);
  };
}

/** Handlers registered by method would validate parameters themselves, and callers would never see our texts. */
function createServer(context: ToolContext, instructions: string | undefined): Server {
  const server = new Server(SERVER_INFO, {
    capabilities: CAPABILITIES,
    jsonSchemaValidator,
    ...(instructions === undefined ? {} : { instructions }),
  });
  server.fallbackRequestHandler = (request) => answer(request, context);
  // In a batch it could cancel another message, whose answer the transport would then wait for forever.
  server.setNotificationHandler(CancelledNotificationSchema, () => {});
  return server;
}

/** Only the answer to `initialize` contains the instructions. */
function isInitialize(message: unknown): boolean {
  return [message].flat().some((one) => (one as { method?: unknown } | null)?.method === 'initialize');
}

/** The SDK would answer malformed parameters with its own list of faults, as an internal error. */
function initializeProblem(message: unknown): string | undefined {
  const [first, ...more] = [message].flat();
  if (more.length > 0 || !isInitialize(first) || idOf(first) === null) return undefined;
  const fault = InitializeRequestSchema.safeParse(first).error?.issues[0];
  if (!fault) return undefined;
  return `Invalid parameters: ${fault.path.join('.') || 'the message'} is missing or malformed.`;
}
