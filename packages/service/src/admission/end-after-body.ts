import type { IncomingMessage, ServerResponse } from 'node:http';
import { ERRORS } from '@funnel/domain';
import { noteAnswered } from '../http/problem.ts';
import { BODY_TIMEOUT_MS } from './body-timeout.ts';

/** How long an answer waits for the rest of a body that nobody needs. */
const REST_OF_BODY_MS = 2_000;
/** How long it is read after the answer. */
const LONGEST_REST_MS = 15_000;
/** This caller does not send the rest. */
const BODY_TIMEOUT_STATUS = ERRORS.body_timeout.status;

/**
 * Calls `onEnd` when the handler ends its response, and sends the end only after the rest of the body has arrived. Node has no event for
 * the first, and cannot delay the second: so `end` is replaced, here alone.
 */
export function endAfterBody(
  req: IncomingMessage,
  res: ServerResponse,
  { onEnd, longestRestMs }: { onEnd: () => void; longestRestMs?: number | undefined },
): void {
  const end = res.end.bind(res) as (...args: unknown[]) => ServerResponse;
  res.end = ((...args: unknown[]) => {
    onEnd();
    if (req.complete || res.statusCode === BODY_TIMEOUT_STATUS) return end(...args);
    noteAnswered(res);
    onceReceived(req, () => {
      end(...args);
      if (!req.complete) closeUnlessSent(req, longestRestMs);
    });
    return res;
  }) as typeof res.end;
}

/** Many clients read the answer only after they have sent all of the body, and lose it if the connection closes before. */
function onceReceived(req: IncomingMessage, done: () => void): void {
  const once = () => {
    clearTimeout(timer);
    req.off('end', once).off('close', once);
    done();
  };
  const timer = setTimeout(once, REST_OF_BODY_MS).unref();
  req.once('end', once).once('close', once).resume();
}

/** A caller that does not send the rest of its body, or sends it without end, loses the connection. */
function closeUnlessSent(req: IncomingMessage, longestRestMs = LONGEST_REST_MS): void {
  const close = () => req.socket.destroy();
  const timer = setTimeout(close, BODY_TIMEOUT_MS).unref();
  const end = setTimeout(close, longestRestMs).unref();
  const stop = () => (clearTimeout(timer), clearTimeout(end));
  req.on('data', () => timer.refresh());
  req.once('end', stop).once('close', stop);
}
