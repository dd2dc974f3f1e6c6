import { signalOf } from './capacity.ts';
import type { ErrorHandler, Handler } from '../http/handler.ts';

/** For the handler of the request, which knows better how to answer. */
const GRACE_MS = 100;

/**
 * Answers a request whose time is over (`REQUEST_TIMEOUT_MS`), if its handler still waits for something: for PostgreSQL,
 * for instance. What the handler does afterwards reaches nobody.
 */
export function answerInTime(answerError: ErrorHandler): Handler {
  return (req, res, next) => {
    const signal = signalOf(req);
    const answer = () => {
      if (!res.headersSent && !res.destroyed) answerError(signal?.reason, req, res, () => {});
    };
    signal?.addEventListener('abort', () => void setTimeout(answer, GRACE_MS).unref(), { once: true });
    next();
  };
}
