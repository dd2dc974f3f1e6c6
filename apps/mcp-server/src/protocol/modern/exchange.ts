import { type CacheHint, PerRequestHTTPServerTransport, Server } from '@modelcontextprotocol/server';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import { instructionsFor } from '../../guide/instructions.ts';
import type { ToolContext } from '../../tools/call-tool.ts';
import { answer, CAPABILITIES, isOffered, SERVER_INFO } from '../methods.ts';
import { type ModernRequest, REVISIONS } from './triage.ts';

const DISCOVER = 'server/discover';
/** Lists and texts change with a deployment only; the instructions name the day and the websites of the token. */
const LASTING: CacheHint = { ttlMs: 3_600_000, cacheScope: 'private' };
const CACHE_HINTS: Readonly<Record<string, CacheHint>> = {
  [DISCOVER]: { ttlMs: 60_000, cacheScope: 'private' },
  'tools/list': LASTING,
  'prompts/list': LASTING,
  'resources/list': LASTING,
  'resources/templates/list': LASTING,
  'resources/read': LASTING,
};

/** One for all: a server would make its own, which costs more than the rest of it. */
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/** One request, one answer, through a server and a transport of their own. */
export async function exchange(
  { message, classification }: ModernRequest,
  context: ToolContext,
): Promise<Response> {
  const { method } = message;
  const server = new Server(SERVER_INFO, {
    capabilities: CAPABILITIES,
    supportedProtocolVersions: REVISIONS,
    jsonSchemaValidator,
    cacheHints: CACHE_HINTS,
    ...(method === DISCOVER && { instructions: await instructionsFor(context) }),
  });
  // Handlers that are registered by method would check parameters by themselves, and our texts would never be
  // seen. Without any the SDK answers 404 and -32601.
  if (isOffered(method)) {
    server.fallbackRequestHandler = async (request) => ({
      ...(await answer(request, context)),
      ...CACHE_HINTS[method],
    });
  }
  const transport = new PerRequestHTTPServerTransport({ classification, responseMode: 'json' });
  await server.connect(transport);
  return transport.handleMessage(message);
}
