import { isJSONRPCRequest, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js';
import type { Request, RequestHandler } from 'express';
import { sendJsonRpcResult } from '../../http/message.ts';
import { TOOLS, TOOLS_WITH_VIEW } from '../../tools/tool-list.ts';
import { showsViews } from '../../view/shows-views.ts';

/** The longest response, and the same for every caller: serialized once. */
const RESULT = Buffer.from(JSON.stringify({ tools: TOOLS }));
const RESULT_WITH_VIEW = Buffer.from(JSON.stringify({ tools: TOOLS_WITH_VIEW }));

/** Answers a valid `tools/list`; invalid requests go to the SDK, which reports what is wrong. */
export const answerToolsList: RequestHandler = (req, res, next) => {
  const message: unknown = req.body;
  if (isJSONRPCRequest(message) && message.method === 'tools/list' && isValid(req)) {
    sendJsonRpcResult(res, message.id, showsViews(req) ? RESULT_WITH_VIEW : RESULT);
  } else next();
};

function isValid({ headers }: Request): boolean {
  const { accept = '', 'mcp-protocol-version': version } = headers;
  const isSupported = version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(String(version));
  return isSupported && accept.includes('application/json') && accept.includes('text/event-stream');
}
