import express, { type ErrorRequestHandler, type RequestHandler, type Response } from 'express';

const MAX_BODY = '256kb';
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;

/** The body of a POST, parsed; of another media type it stays unread, and the protocol refuses it. */
export const readMessage: RequestHandler = express.json({ limit: MAX_BODY });

/** A body that cannot be read is answered in JSON-RPC; other failures are not of its kind. */
export const jsonRpcErrors: ErrorRequestHandler = (
  error: { type?: string; status?: number },
  _req,
  res,
  next,
) => {
  if (error.type === 'entity.parse.failed') {
    sendJsonRpcError(res, 400, PARSE_ERROR, 'Parse error: the body is not valid JSON.');
  } else if (error.status === 413) {
    sendJsonRpcError(res, 413, INVALID_REQUEST, `The body is larger than ${MAX_BODY}.`);
  } else if (error.status === 415) {
    sendJsonRpcError(res, 415, INVALID_REQUEST, 'The encoding or charset of the body is not supported.');
  } else if (error.status === 400 && error.type !== undefined) {
    sendJsonRpcError(res, 400, PARSE_ERROR, 'Parse error: the body could not be read.');
  } else next(error);
};

export function sendJsonRpcError(res: Response, status: number, code: number, message: string): void {
  res.status(status).json({ jsonrpc: '2.0', error: { code, message }, id: null });
}
