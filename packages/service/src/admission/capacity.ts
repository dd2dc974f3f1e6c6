import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { sendProblem } from '../http/problem.ts';
import { requestIdOf } from '../http/requests.ts';
import { pathOf } from '../http/route.ts';
import { setSecurityHeaders } from '../http/security-headers.ts';
import { logOnce } from '../observability/logger.ts';
import { bindTrace } from '../observability/spans.ts';
import { type AdmissionSettings, openAdmission } from './admission.ts';
import type { CapacityMetrics } from './capacity-metrics.ts';
import { onceClosed } from './once-closed.ts';
import { OVERLOADED } from './overloaded.ts';
import { type Claim, Places } from './places.ts';

export interface CapacityOptions extends Omit<AdmissionSettings, 'places' | 'bodies'> {
  /** How much is in work at once. A request weighs 1 unless it says more. */
  maxInWork: number;
  /** A request that would wait longer for its turn is refused. */
  maxWaitMs: number;
  networkOf: (req: IncomingMessage) => string;
  metrics: CapacityMetrics;
  /** Which requests these are, for the metrics. */
  lane?: string;
}

/** Decides which requests are worked on, which wait, and which are refused. */
export interface Capacity {
  /** Puts the limits in front of an application. Requests for the `exempt` paths never wait. */
  guard(handler: RequestListener, exempt: ReadonlySet<string>): RequestListener;
  /** For how long no place has been given back although requests are blocked. */
  blockedMs(): number;
}

export const RETRY_AFTER_MS = 1_000;
/** Bodies that are being sent take memory, but no place. */
const BODIES_PER_PLACE = 8;

/** Limits how much a service does at once. */
export function createCapacity(options: CapacityOptions): Capacity {
  const { maxInWork, maxWaitMs, networkOf, logger, metrics, lane = 'callers' } = options;
  const places = new Places({ max: maxInWork, maxWaitMs });
  const bodies = new Places({ max: maxInWork * BODIES_PER_PLACE, maxWaitMs: 0 });
  metrics.observe(lane, { places, bodies });
  const logRefusal = logOnce(logger, 'requests are refused: the service has too much to do');
  const refusedAt = new WeakMap<Socket, number>();

  /** At once; but a connection that does not wait as long as it was asked to is answered after that time. */
  function refuse(req: IncomingMessage, res: ServerResponse): void {
    metrics.refused(lane);
    logRefusal(OVERLOADED);
    const now = performance.now();
    const pauseMs = (refusedAt.get(req.socket) ?? -RETRY_AFTER_MS) + RETRY_AFTER_MS - now;
    refusedAt.set(req.socket, Math.max(now, now + pauseMs));
    const send = () => {
      // It has not reached the application, which sets these for all that it answers.
      res.setHeader('X-Request-Id', requestIdOf(req));
      setSecurityHeaders(res);
      sendProblem(req, res, OVERLOADED);
    };
    if (pauseMs > 0) setTimeout(send, pauseMs).unref();
    else send();
  }

  return {
    guard: (handler, exempt) => (req, res) => {
      if (exempt.has(pathOf(req))) return handler(req, res);
      const claim: Claim = { network: networkOf(req), weight: 1 };
      const start = () => {
        openAdmission(req, res, claim, { ...options, places, bodies });
        handler(req, res);
      };
      if (places.tryTake(claim)) return start();
      if (places.isTooLong(claim)) return refuse(req, res);
      // It starts when another request ends, and must not become part of that one's trace.
      const stop = places.wait(claim, bindTrace(start), () => refuse(req, res));
      onceClosed(req, res, stop);
    },
    blockedMs: () => places.blockedMs,
  };
}
