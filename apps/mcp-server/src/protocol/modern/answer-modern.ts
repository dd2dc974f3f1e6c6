import { type CacheHint, PerRequestHTTPServerTransport, Server } from '@modelcontextprotocol/server';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import type { RequestHandler } from 'express';
import { instructionsFor } from '../../guide/instructions.ts';
import { contextOf, type ProtocolDependencies } from '../../http/authenticate.ts';
import { idOf, sendJsonRpcError, sendJsonRpcResult } from '../../http/message.ts';
import type { ToolContext } from '../../tools/call-tool.ts';
import { answer, CAPABILITIES, isOffered, SERVER_INFO } from '../methods.ts';
import { type ModernRequest, REVISIONS, triage } from './triage.ts';

const DISCOVER = 'server/discover';
/** Lists and texts change only with a deployment. The instructions name today and the token's websites. */
const UNTIL_DEPLOYMENT: CacheHint = { ttlMs: 3_600_000, cacheScope: 'private' };
const CACHE_HINTS: Readonly<Record<string, CacheHint>> = {
  [DISCOVER]: { ttlMs: 60_000, cacheScope: 'private' },
  'tools/list': UNTIL_DEPLOYMENT,
  'prompts/list': UNTIL_DEPLOYMENT,
  'resources/list': UNTIL_DEPLOYMENT,
  'resources/templates/list': UNTIL_DEPLOYMENT,
  'resources/read': UNTIL_DEPLOYMENT,
};

/** Shared: a server would create its own, which costs more than the rest of the request. */
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/** Answers revision 2026-07-28; messages of older revisions go to the next handler. */
export function answerModern(dependencies: ProtocolDependencies): RequestHandler {
  /** The longest response, and the same for every caller with or without views: serialized once. */
  const listedTools = new Map<boolean, Buffer>();

  return async (req, res, next) => {
    const verdict = triage(req);
    if (verdict.kind === 'older') return next();
    if (verdict.kind === 'rejected')
      return sendJsonRpcError(res, verdict.status, verdict.error, idOf(req.body));
    if (verdict.kind === 'notification') return void res.status(202).end();

    const { id, method } = verdict.request.message;
    const context = contextOf(req, dependencies);
    const listed = method === 'tools/list' ? listedTools.get(context.showsViews) : undefined;
    if (listed) return sendJsonRpcResult(res, id, listed);
    const response = await exchange(verdict.request, context);
    const text = await response.text();
    const result = method === 'tools/list' && response.ok ? resultIn(text) : undefined;
    if (result) listedTools.set(context.showsViews, result);
    res.status(response.status).type('application/json').send(text);
  };
}

/** One request and one response, through a server and a transport created for it. */
async function exchange({ message, classification }: ModernRequest, context: ToolContext): Promise<Response> {
  const { method } = message;
  const server = new Server(SERVER_INFO, {
    capabilities: CAPABILITIES,
    supportedProtocolVersions: REVISIONS,
    jsonSchemaValidator,
    cacheHints: CACHE_HINTS,
    ...(method === DISCOVER && { instructions: await instructionsFor(context) }),
  });
  // Handlers registered by method would validate parameters themselves, and callers would never see our texts.
  // Without any handler the SDK answers 404 and -32601.
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

/** Undefined if the response is an error. */
function resultIn(text: string): Buffer | undefined {
  const { result } = JSON.parse(text) as { result?: unknown };
  return result === undefined ? undefined : Buffer.from(JSON.stringify(result));
}
