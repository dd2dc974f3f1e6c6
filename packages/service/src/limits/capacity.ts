import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ERRORS, ServiceError } from '@funnel/domain';
import { type Logger, logOnce } from '../observability/logger.ts';
import { keptOn } from '../http/kept-on.ts';
import { HungUpError, noteAnswered, sendProblem } from '../http/problem.ts';
import { requestIdOf } from '../http/requests.ts';
import { setSecurityHeaders } from '../http/security-headers.ts';
import { pathOf } from '../http/route.ts';
import { bindTrace } from '../observability/spans.ts';
import type { CapacityMetrics } from './capacity-metrics.ts';
import { BODY_TIMEOUT_MS } from './body-timeout.ts';
import { type Claim, Places } from './places.ts';

/** How much a service does at once. */
export interface CapacityOptions {
  /** How much is in work at once. A request weighs 1, unless `weigh` says more. */
  maxInWork: number;
  /** A request that would wait longer for its turn is refused. */
  maxWaitMs: number;
  /** A request that is not answered after this time is aborted. */
  timeoutMs: number;
  /** How long the rest of a refused body is read after the answer. */
  longestRestMs?: number;
  /** The network that a request comes from. */
  networkOf: (req: IncomingMessage) => string;
  logger: Logger;
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

const RETRY_AFTER_SECONDS = 1;
const RETRY_AFTER_MS = 1_000;
/** A caller that has not read its answer after this time loses its connection. */
const READ_TIMEOUT_MS = 60_000;
/** How long an answer waits for the rest of a body that nobody needs. */
const REST_OF_BODY_MS = 2_000;
/** How long it is read after the answer. */
const LONGEST_REST_MS = 15_000;
/** This caller does not send the rest. */
const BODY_TIMEOUT_STATUS = ERRORS.body_timeout.status;
/** Bodies that are being sent take memory, but no place. */
const BODIES_PER_PLACE = 8;
/** For the handler of a request that was aborted, which knows better how to answer. */
const HANDLER_MS = 100;
/** A request that is not answered so long after it was aborted will never be. */
const GRACE_MS = 2_000;

/** Shared, because refusals must cost next to nothing. */
const OVERLOADED = new ServiceError('overloaded', 'The service has too much to do. Try again in a second.', {
  headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
});

const admitted = keptOn<IncomingMessage, AdmittedRequest>('admitted request');

/**
 * Aborts when the caller hangs up or the request takes too long. Undefined without limits. Ask for it only where it is needed: Node 20
 * keeps every signal, and all that listens to it, until the next full garbage collection.
 */
export function signalOf(req: IncomingMessage): AbortSignal | undefined {
  return admitted.of(req)?.signal;
}

/** Calls `answer` with the reason, some time after a request was aborted because it took too long. */
export function whenTooSlow(req: IncomingMessage, answer: (reason: unknown) => void): void {
  admitted.of(req)?.whenTooSlow(answer);
}

/** Says how much a request weighs, once it is known. It goes on in any case; the next ones wait longer. */
export function weigh(req: IncomingMessage, weight: number): void {
  admitted.of(req)?.weigh(weight);
}

/** Says whose request it is. It waits if that caller has its share of the places already. */
export async function countCaller(req: IncomingMessage, caller: string): Promise<void> {
  await admitted.of(req)?.countCaller(caller);
}

/** Leaves the place to others while a request waits for its caller. */
export function leavePlace(req: IncomingMessage): void {
  admitted.of(req)?.leave();
}

/** Takes a place again, before all requests that are new. Returns false if the request has one. */
export async function takePlace(req: IncomingMessage): Promise<boolean> {
  return (await admitted.of(req)?.take()) ?? false;
}

/** Counts a body that is being sent, and returns a function to call when it has arrived. Throws if there are too many. */
export function startSending(req: IncomingMessage): () => void {
  return admitted.of(req)?.startSending() ?? (() => {});
}

/** Limits how much a service does at once. */
export function createCapacity(options: CapacityOptions): Capacity {
  const { maxInWork, maxWaitMs, networkOf, logger, metrics, lane = 'callers' } = options;
  const places = new Places({ max: maxInWork, maxWaitMs });
  const bodies = new Places({ max: maxInWork * BODIES_PER_PLACE, maxWaitMs: 0 });
  metrics.observe(lane, places, bodies);
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
        const request = new AdmittedRequest(req, res, claim, { ...options, places, bodies });
        admitted.keep(req, request);
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

/** A request that was admitted. It has a place until its answer is complete, except while it waits for its caller. */
class AdmittedRequest {
  readonly #claim: Claim;
  readonly #places: Places;
  readonly #bodies: Places;
  readonly #abort = new AbortController();
  #hasPlace = true;
  #isOver = false;
  #answerTooSlow: ((reason: unknown) => void) | undefined;

  constructor(
    req: IncomingMessage,
    res: ServerResponse,
    claim: Claim,
    {
      timeoutMs,
      longestRestMs,
      logger,
      places,
      bodies,
    }: CapacityOptions & { places: Places; bodies: Places },
  ) {
    this.#claim = claim;
    this.#places = places;
    this.#bodies = bodies;
    let timer = setTimeout(() => {
      this.#abort.abort(tooSlow(timeoutMs));
      setTimeout(() => this.#answerTooSlow?.(this.signal.reason), HANDLER_MS).unref();
      timer = setTimeout(() => this.#giveUp(req, res, timeoutMs, logger), GRACE_MS).unref();
    }, timeoutMs).unref();
    const end = res.end.bind(res) as (...args: unknown[]) => ServerResponse;
    // Now the work is done. Sending the answer to a caller that reads slowly takes no place.
    res.end = ((...args: unknown[]) => {
      clearTimeout(timer);
      timer = setTimeout(() => res.destroy(), READ_TIMEOUT_MS).unref();
      process.nextTick(() => this.#finish());
      if (req.complete || res.statusCode === BODY_TIMEOUT_STATUS) return end(...args);
      noteAnswered(res);
      onceReceived(req, () => {
        end(...args);
        if (!req.complete) closeUnlessSent(req, longestRestMs);
      });
      return res;
    }) as typeof res.end;
    onceClosed(req, res, () => {
      clearTimeout(timer);
      if (!res.writableFinished) this.#abort.abort(new HungUpError('The caller has hung up'));
      this.#finish();
    });
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  whenTooSlow(answer: (reason: unknown) => void): void {
    this.#answerTooSlow = answer;
  }

  weigh(weight: number): void {
    const extra = weight - this.#claim.weight;
    if (this.#hasPlace) this.#places.addWeight(this.#claim, extra);
    else this.#claim.weight = weight;
  }

  async countCaller(caller: string): Promise<void> {
    if (!this.#hasPlace || this.#places.tryCountCaller(this.#claim, caller)) return;
    this.leave();
    this.#claim.caller = caller;
    if (this.#places.isTooLong(this.#claim)) throw OVERLOADED;
    await this.#wait((reject) => () => reject(OVERLOADED));
  }

  leave(): void {
    if (!this.#hasPlace) return;
    this.#hasPlace = false;
    this.#places.giveBack(this.#claim);
  }

  async take(): Promise<boolean> {
    this.signal.throwIfAborted();
    if (this.#hasPlace || this.#isOver) return false;
    if (this.#places.tryTake(this.#claim)) this.#hasPlace = true;
    else await this.#wait();
    return true;
  }

  startSending(): () => void {
    const body = { ...this.#claim };
    if (!this.#bodies.tryTake(body)) throw OVERLOADED;
    return () => this.#bodies.giveBack(body);
  }

  #wait(lateWith?: (reject: (error: unknown) => void) => () => void): Promise<void> {
    const { signal } = this;
    return new Promise<void>((resolve, reject) => {
      const onAbort = () => {
        stop();
        reject(signal.reason as Error);
      };
      const start = () => {
        signal.removeEventListener('abort', onAbort);
        this.#hasPlace = true;
        resolve();
      };
      const stop = this.#places.wait(this.#claim, start, lateWith?.(reject));
      signal.addEventListener('abort', onAbort, { once: true });
    });
  }

  #finish(): void {
    this.#isOver = true;
    this.leave();
  }

  /** The last resort: whatever the work waits for, its place is free for others and its caller has an answer. */
  #giveUp(req: IncomingMessage, res: ServerResponse, timeoutMs: number, logger: Logger): void {
    if (this.#isOver) return;
    logger.error(
      { method: req.method, path: pathOf(req).slice(0, 300), heldMs: timeoutMs + GRACE_MS },
      'a request did not end although it was aborted: its place is given back',
    );
    if (res.headersSent) res.destroy();
    else sendProblem(req, res, this.signal.reason);
    this.#finish();
  }
}

/** Calls `done` once, whatever ends first: a response that is not sent does not notice that its connection has closed. */
function onceClosed(req: IncomingMessage, res: ServerResponse, done: () => void): void {
  const { socket } = req;
  const once = () => {
    res.off('close', once);
    socket.off('close', once);
    done();
  };
  res.once('close', once);
  socket.once('close', once);
  if (socket.destroyed) once();
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

/**
 * The rest of a body stands between its caller and the next answer. A caller that does not send it, or sends it without end,
 * loses the connection.
 */
function closeUnlessSent(req: IncomingMessage, longestRestMs = LONGEST_REST_MS): void {
  const close = () => req.socket.destroy();
  const timer = setTimeout(close, BODY_TIMEOUT_MS).unref();
  const end = setTimeout(close, longestRestMs).unref();
  const stop = () => (clearTimeout(timer), clearTimeout(end));
  req.on('data', () => timer.refresh());
  req.once('end', stop).once('close', stop);
}

function tooSlow(timeoutMs: number): ServiceError {
  const detail = `The answer took longer than ${timeoutMs / 1000} s. Try again, or ask for less at once.`;
  return new ServiceError('unavailable', detail, { headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) } });
}
