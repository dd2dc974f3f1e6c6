import { ServiceError } from '@funnel/domain';
import { admissionOf, verifyJsonBody } from '@funnel/service';
import express, { type ErrorRequestHandler, type RequestHandler, type Response } from 'express';

const MAX_BODY = '256kb';
const PARSE_ERROR = -32_700;
export const INVALID_REQUEST = -32_600;
const END = Buffer.from('}');

const parseJson = express.json({ limit: MAX_BODY, verify: verifyJsonBody });

/** Parses a JSON body. Other media types are not read; the protocol rejects them. */
export const readMessage: RequestHandler = async (req, res, next) => {
  const parse = () => new Promise<unknown>((resolve) => parseJson(req, res, resolve));
  const error = await admissionOf(req).whileSending(parse);
  next(error);
};

/** Sends a JSON-RPC error for a body that cannot be read; passes other failures on. */
export const jsonRpcErrors: ErrorRequestHandler = (
  error: { type?: string; status?: number },
  _req,
  res,
  next,
) => {
  const reject = (status: number, code: number, message: string) =>
    sendJsonRpcError(res, status, { code, message });
  if (error instanceof ServiceError && error.code === 'invalid_json')
    return reject(400, PARSE_ERROR, `Parse error: ${error.detail}`);
  if (error instanceof ServiceError && error.code === 'payload_too_large')
    return reject(413, INVALID_REQUEST, error.detail);
  if (error.type === 'entity.parse.failed')
    return reject(400, PARSE_ERROR, 'Parse error: the body is not valid JSON.');
  if (error.status === 413) return reject(413, INVALID_REQUEST, `The body is larger than ${MAX_BODY}.`);
  if (error.status === 415)
    return reject(415, INVALID_REQUEST, 'The encoding or charset of the body is not supported.');
  if (error.status === 400 && error.type !== undefined)
    return reject(400, PARSE_ERROR, 'Parse error: the body could not be read.');
  next(error);
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

/** Sends a result that is already serialized. */
export function sendJsonRpcResult(res: Response, id: Id, result: Buffer): void {
  const head = Buffer.from(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`);
  res.type('application/json').send(Buffer.concat([head, result, END]));
}

/** The id of a request; null if it has none. */
export function idOf(message: unknown): Id {
  const { id } = (message ?? {}) as { id?: unknown };
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
