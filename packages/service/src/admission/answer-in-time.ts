import { whenTooSlow } from './admission.ts';
import type { ErrorHandler, Handler } from '../http/handler.ts';

/** Answers a request whose time is over if its handler still waits. What the handler does later reaches nobody. */
export function answerInTime(answerError: ErrorHandler): Handler {
  return (req, res, next) => {
    whenTooSlow(req, (reason) => {
      if (!res.headersSent && !res.destroyed) answerError(reason, req, res, () => {});
    });
    next();
  };
}
