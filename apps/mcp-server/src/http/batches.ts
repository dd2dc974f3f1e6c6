import type { RequestHandler } from 'express';
import { INVALID_REQUEST, sendJsonRpcError } from './message.ts';

/** A batch is one request, so it must not be many times the work of one. */
const MAX_MESSAGES = 10;
/** The first revision without batches. Without a header, a client speaks 2025-03-26. */
const FIRST_WITHOUT_BATCHES = '2025-06-18';

/** Rejects batches of revisions that have none, and batches that are too long. Later revisions reject them by themselves. */
export const limitBatches: RequestHandler = (req, res, next) => {
  const body: unknown = req.body;
  if (!Array.isArray(body)) return next();
  const reject = (message: string) => sendJsonRpcError(res, 400, { code: INVALID_REQUEST, message });
  const version = String(req.headers['mcp-protocol-version'] ?? '');
  if (version >= FIRST_WITHOUT_BATCHES && version < '2026')
    return reject(
      `Revision ${FIRST_WITHOUT_BATCHES} removed batches. Send each message as a request of its own.`,
    );
  if (body.length > MAX_MESSAGES) return reject(`A batch has at most ${MAX_MESSAGES} messages.`);
  next();
};
