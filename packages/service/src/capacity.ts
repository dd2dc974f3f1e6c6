import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { ServiceError } from '@funnel/domain';
import { Counter, Gauge, type Registry } from 'prom-client';
import { type Logger, logOnce } from './logger.ts';
import { HungUpError, sendProblem } from './problem.ts';
import { pathOf } from './route.ts';
import { bindTrace } from './tracing/spans.ts';

/** Options of `createCapacity`. */
export interface CapacityOptions {
  /** How much is in work at once. A request weighs 1, unless `weigh` says more. */
  maxInWork: number;
  /** How many requests wait for their turn. More are refused immediately. */
  maxQueued: number;
  /** A request that is not answered after this time is given up. */
  timeoutMs: number;
  logger: Logger;
  registry: Registry;
}

/** Decides which requests are worked on, which wait, and which are refused. */
export interface Capacity {
  /** Puts the limits in front of an application. Requests for the `exempt` paths never wait. */
  guard(handler: RequestListener, exempt: ReadonlySet<string>): RequestListener;
}

/** A request that was admitted. */
interface Place {
  weight: number;
  abort: AbortController;
}

interface Waiting {
  start(): void;
}

const RETRY_AFTER_SECONDS = 1;
/** Shared, because refusals must cost next to nothing. */
const OVERLOADED = new ServiceError('overloaded', 'The service has too much to do. Try again in a second.', {
  headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
});
const places = new WeakMap<IncomingMessage, Place & { addWeight(extra: number): void }>();

/** Aborts when the caller hangs up or the request takes too long. Undefined without limits. */
export function signalOf(req: IncomingMessage): AbortSignal | undefined {
  return places.get(req)?.abort.signal;
}

/** Says how much a request weighs, once it is known. It goes on in any case; the next ones wait longer. */
export function weigh(req: IncomingMessage, weight: number): void {
  places.get(req)?.addWeight(weight - 1);
}

/** Limits how much a service does at once. */
export function createCapacity(options: CapacityOptions): Capacity {
  const { maxInWork, maxQueued, timeoutMs, logger, registry } = options;
  const queue = new Set<Waiting>();
  let inWork = 0;
  gauge(registry, 'max_requests_in_work', 'How much weight is worked on at once', () => maxInWork);
  gauge(registry, 'requests_in_work', 'Weight of the requests that are worked on', () => inWork);
  gauge(registry, 'requests_queued', 'Requests that wait for their turn', () => queue.size);
  const refused = new Counter({
    name: 'requests_refused_total',
    help: 'Requests answered with 503 because the service had too much to do',
    registers: [registry],
  });
  const logRefusal = logOnce(logger, 'requests are refused: the service has too much to do');

  function start(req: IncomingMessage, res: ServerResponse, handler: RequestListener): void {
    const place: Place = { weight: 1, abort: new AbortController() };
    inWork += 1;
    places.set(
      req,
      Object.assign(place, {
        addWeight(extra: number) {
          place.weight += extra;
          inWork += extra;
        },
      }),
    );
    const timer = setTimeout(() => place.abort.abort(tooSlow(timeoutMs)), timeoutMs).unref();
    res.once('close', () => {
      clearTimeout(timer);
      places.delete(req);
      inWork -= place.weight;
      if (!res.writableFinished) place.abort.abort(new HungUpError('The caller has hung up'));
      startNext();
    });
    handler(req, res);
  }

  function startNext(): void {
    for (const waiting of queue) {
      if (inWork >= maxInWork) return;
      queue.delete(waiting);
      waiting.start();
    }
  }

  function wait(req: IncomingMessage, res: ServerResponse, handler: RequestListener): void {
    // It starts when another request ends, and must not become part of that one's trace.
    const waiting = { start: bindTrace(() => start(req, res, handler)) };
    queue.add(waiting);
    res.once('close', () => queue.delete(waiting));
  }

  return {
    guard: (handler, exempt) => (req, res) => {
      if (exempt.has(pathOf(req))) handler(req, res);
      else if (inWork < maxInWork) start(req, res, handler);
      else if (queue.size < maxQueued) wait(req, res, handler);
      else {
        refused.inc();
        logRefusal(OVERLOADED);
        sendProblem(req, res, OVERLOADED);
      }
    },
  };
}

function tooSlow(timeoutMs: number): ServiceError {
  const detail = `The answer took longer than ${timeoutMs / 1000} s. Try again, or ask for less at once.`;
  return new ServiceError('unavailable', detail, { headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) } });
}

function gauge(registry: Registry, name: string, help: string, value: () => number): void {
  const metric: Gauge = new Gauge({
    name,
    help,
    registers: [],
    collect: () => metric.set(value()),
  });
  registry.registerMetric(metric);
}
