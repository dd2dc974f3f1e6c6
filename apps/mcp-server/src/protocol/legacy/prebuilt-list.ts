import { isJSONRPCRequest, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js';
import type { Request, RequestHandler } from 'express';
import { sendJsonRpcResult } from '../../http/message.ts';
import { TOOLS } from '../../tools/tool-list.ts';

/** The longest response, and the same for every caller: serialized once. */
const RESULT = Buffer.from(JSON.stringify({ tools: TOOLS }));

/** Answers a valid `tools/list`; invalid requests go to the SDK, which reports what is wrong. */
export const answerToolsList: RequestHandler = (req, res, next) => {
  const message: unknown = req.body;
  if (isJSONRPCRequest(message) && message.method === 'tools/list' && isValid(req)) {
    sendJsonRpcResult(res, message.id, RESULT);
  } else next();
};

function isValid({ headers }: Request): boolean {
  const { accept = '', 'mcp-protocol-version': version } = headers;
  const isSupported = version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(String(version));
  return isSupported && accept.includes('application/json') && accept.includes('text/event-stream');
}
