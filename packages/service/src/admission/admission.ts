import type { IncomingMessage, ServerResponse } from 'node:http';
import { ServiceError } from '@funnel/domain';
import type { ErrorHandler, Handler } from '../http/handler.ts';
import { keptOn } from '../http/kept-on.ts';
import { HungUpError, sendProblem } from '../http/problem.ts';
import { pathOf } from '../http/route.ts';
import type { Logger } from '../observability/logger.ts';
import { BODY_TIMEOUT_MS, receiveInTime } from './body-timeout.ts';
import { endAfterBody } from './end-after-body.ts';
import { onceClosed } from './once-closed.ts';
import { OVERLOADED } from './overloaded.ts';
import type { Claim, Places } from './places.ts';

/** A request that was admitted. It has a place until its answer is complete, except while it waits for its caller. */
export interface Admission {
  /**
   * Aborts when the caller hangs up or the request takes too long. Undefined without limits. Ask for it only where it is needed: Node 20
   * keeps every signal, and all that listens to it, until the next full garbage collection.
   */
  readonly signal: AbortSignal | undefined;
  /**
   * Says how much the request weighs, and whose it is, once that is known. A heavy one goes on in any case; it waits if its caller has its
   * share of the places already.
   */
  count(known: { weight?: number; caller?: string }): Promise<void>;
  /**
   * Runs `receive`, which waits for the body, without a place: who sends slowly keeps nobody else waiting. Most bodies arrive
   * together with their headers; then nothing is given back. `Infinity`: `receive` has its own time limit.
   */
  whileSending<Result>(receive: () => Promise<Result>, timeoutMs?: number): Promise<Result>;
  /** Runs a part of the work on a body that is still being sent: only this part takes a place. */
  inPlace<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** What all requests of a lane share. */
export interface AdmissionSettings {
  /** A request that is not answered after this time is aborted. */
  timeoutMs: number;
  /** How long the rest of a refused body is read after the answer. */
  longestRestMs?: number;
  logger: Logger;
  places: Places;
  bodies: Places;
}

/** A caller that has not read its answer after this time loses its connection. */
const READ_TIMEOUT_MS = 60_000;
/** For the handler of a request that was aborted, which knows better how to answer. */
const HANDLER_MS = 100;
/** A request that is not answered so long after it was aborted will never be. */
const GRACE_MS = 2_000;

const admitted = keptOn<IncomingMessage, AdmittedRequest>('admitted request');

/** The admission of a request. Without limits, it may always go on. */
export function admissionOf(req: IncomingMessage): Admission {
  return admitted.of(req) ?? unlimited(req);
}

/** Answers a request whose time is over if its handler still waits. What the handler does later reaches nobody. */
export function answerInTime(answerError: ErrorHandler): Handler {
  return (req, res, next) => {
    admitted.of(req)?.whenTooSlow((reason) => {
      if (!res.headersSent && !res.destroyed) answerError(reason, req, res, () => {});
    });
    next();
  };
}

/** Lets a request begin that has a place. */
export function openAdmission(
  req: IncomingMessage,
  res: ServerResponse,
  claim: Claim,
  settings: AdmissionSettings,
): void {
  admitted.keep(req, new AdmittedRequest(req, res, claim, settings));
}

class AdmittedRequest implements Admission {
  readonly #req: IncomingMessage;
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
    { timeoutMs, longestRestMs, logger, places, bodies }: AdmissionSettings,
  ) {
    this.#req = req;
    this.#claim = claim;
    this.#places = places;
    this.#bodies = bodies;
    let timer = setTimeout(() => {
      this.#abort.abort(tooSlow(timeoutMs));
      setTimeout(() => this.#answerTooSlow?.(this.signal.reason), HANDLER_MS).unref();
      timer = setTimeout(() => this.#giveUp(req, res, timeoutMs, logger), GRACE_MS).unref();
    }, timeoutMs).unref();
    const onEnd = () => {
      // Now the work is done. Sending the answer to a caller that reads slowly takes no place.
      clearTimeout(timer);
      timer = setTimeout(() => res.destroy(), READ_TIMEOUT_MS).unref();
      process.nextTick(() => this.#finish());
    };
    endAfterBody(req, res, { onEnd, longestRestMs });
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

  async count({ weight, caller }: { weight?: number; caller?: string }): Promise<void> {
    if (weight !== undefined) this.#weigh(weight);
    if (caller !== undefined) await this.#countCaller(caller);
  }

  async whileSending<Result>(
    receive: () => Promise<Result>,
    timeoutMs: number = BODY_TIMEOUT_MS,
  ): Promise<Result> {
    await Promise.resolve(); // Node has now read everything that came with the headers.
    if (this.#req.complete) return receive();
    const body = { ...this.#claim };
    if (!this.#bodies.tryTake(body)) throw OVERLOADED;
    this.#leave();
    try {
      return await receiveInTime(receive(), timeoutMs, this.signal);
    } finally {
      this.#bodies.giveBack(body);
      // Also after a failure: the handler may have more to do before it answers.
      await this.#take();
    }
  }

  async inPlace<Result>(work: () => Promise<Result>): Promise<Result> {
    const wasWithout = await this.#take();
    try {
      return await work();
    } finally {
      if (wasWithout) this.#leave();
    }
  }

  #weigh(weight: number): void {
    const extra = weight - this.#claim.weight;
    if (this.#hasPlace) this.#places.addWeight(this.#claim, extra);
    else this.#claim.weight = weight;
  }

  async #countCaller(caller: string): Promise<void> {
    if (!this.#hasPlace || this.#places.tryCountCaller(this.#claim, caller)) return;
    this.#leave();
    this.#claim.caller = caller;
    if (this.#places.isTooLong(this.#claim)) throw OVERLOADED;
    await this.#wait((reject) => () => reject(OVERLOADED));
  }

  #leave(): void {
    if (!this.#hasPlace) return;
    this.#hasPlace = false;
    this.#places.giveBack(this.#claim);
  }

  /** Takes a place again, before all requests that are new. Returns false if the request has one. */
  async #take(): Promise<boolean> {
    this.signal.throwIfAborted();
    if (this.#hasPlace || this.#isOver) return false;
    if (this.#places.tryTake(this.#claim)) this.#hasPlace = true;
    else await this.#wait();
    return true;
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
    this.#leave();
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

/** Nothing is limited but the time for a body. */
function unlimited(req: IncomingMessage): Admission {
  return {
    signal: undefined,
    count: async () => {},
    async whileSending(receive, timeoutMs = BODY_TIMEOUT_MS) {
      await Promise.resolve();
      return req.complete ? receive() : receiveInTime(receive(), timeoutMs, undefined);
    },
    inPlace: (work) => work(),
  };
}

function tooSlow(timeoutMs: number): ServiceError {
  const detail = `The answer took longer than ${timeoutMs / 1000} s. Try again, or ask for less at once.`;
  return new ServiceError('unavailable', detail, { headers: { 'Retry-After': '1' } });
}
