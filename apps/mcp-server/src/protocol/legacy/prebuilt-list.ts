import { isJSONRPCRequest, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js';
import type { Request, RequestHandler } from 'express';
import { sendJsonRpcResult } from '../../http/message.ts';
import { TOOLS } from '../../tools/registry.ts';

/** The same for everyone, and the longest answer that every session asks for: written out once. */
const RESULT = Buffer.from(JSON.stringify({ tools: TOOLS }));

/** `tools/list` where nothing is amiss with the request; whatever is, the SDK says. */
export const answerToolsList: RequestHandler = (req, res, next) => {
  const message: unknown = req.body;
  if (isJSONRPCRequest(message) && message.method === 'tools/list' && isSound(req)) {
    sendJsonRpcResult(res, message.id, RESULT);
  } else next();
};

function isSound({ headers }: Request): boolean {
  const { accept = '', 'mcp-protocol-version': version } = headers;
  const isSpoken = version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(String(version));
  return isSpoken && accept.includes('application/json') && accept.includes('text/event-stream');
}
