import { whenTooSlow } from './admission.ts';
import type { ErrorHandler, Handler } from '../http/handler.ts';

/**
 * Answers a request whose time is over (`REQUEST_TIMEOUT_MS`), if its handler still waits for something: for PostgreSQL,
 * for instance. What the handler does afterwards reaches nobody.
 */
export function answerInTime(answerError: ErrorHandler): Handler {
  return (req, res, next) => {
    whenTooSlow(req, (reason) => {
      if (!res.headersSent && !res.destroyed) answerError(reason, req, res, () => {});
    });
    next();
  };
}
