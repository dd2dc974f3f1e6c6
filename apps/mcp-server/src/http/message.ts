import express, { type ErrorRequestHandler, type RequestHandler, type Response } from 'express';

const MAX_BODY = '256kb';
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const END = Buffer.from('}');

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
    sendJsonRpcError(res, 400, { code: PARSE_ERROR, message: 'Parse error: the body is not valid JSON.' });
  } else if (error.status === 413) {
    sendJsonRpcError(res, 413, { code: INVALID_REQUEST, message: `The body is larger than ${MAX_BODY}.` });
  } else if (error.status === 415) {
    const message = 'The encoding or charset of the body is not supported.';
    sendJsonRpcError(res, 415, { code: INVALID_REQUEST, message });
  } else if (error.status === 400 && error.type !== undefined) {
    sendJsonRpcError(res, 400, { code: PARSE_ERROR, message: 'Parse error: the body could not be read.' });
  } else next(error);
};

export interface JsonRpcError {
  code: number;
  message: string;
  data?: unknown;
}

type Id = string | number | null;

export function sendJsonRpcError(res: Response, status: number, error: JsonRpcError, id: Id = null): void {
  res.status(status).json({ jsonrpc: '2.0', error, id });
}

/** A result that is JSON already, kept as the bytes that are sent. */
export function sendJsonRpcResult(res: Response, id: Id, result: Buffer): void {
  const head = Buffer.from(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`);
  res.type('application/json').send(Buffer.concat([head, result, END]));
}

/** Of a request; null where there is none to be read. */
export function idOf(message: unknown): Id {
  const { id } = (message ?? {}) as { id?: unknown };
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
