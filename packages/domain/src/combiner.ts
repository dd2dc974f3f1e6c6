export interface CombinerOptions<Call, Result> {
  /** Serves some calls at once: starts, and returns a promise for each of them. */
  serve: (calls: readonly Call[]) => readonly PromiseLike<Result>[];
  /** How many times `serve` may be under way. Asked anew whenever a place may be free. */
  maxUnderWay: () => number;
  /** What a call adds to those that are served together. 1 by default. */
  weightOf?: (call: Call) => number;
  /** How much is served together, the oldest first. All that waits by default. */
  maxTogether?: () => number;
  /** Resolves when the next `serve` may take the place of one. By default when all of its calls are settled. */
  placeIsFree?: (settled: Promise<void>) => Promise<void>;
  /**
   * When to serve what has just arrived. At once by default; with `setImmediate`, the calls of one turn of the event loop share a
   * serving. It must call `start` in any case.
   */
  soon?: (start: () => void) => void;
  /** Called when nothing waits and nothing is under way any more. */
  onIdle?: () => void;
}

interface Waiting<Call, Result> {
  call: Call;
  callers: Set<{ resolve: (result: Result) => void; reject: (error: unknown) => void }>;
}

/**
 * Lets calls that arrive while others are under way share the next statement or request. Calls only join what has not
 * started, so no result is older than its call. Calls with the same key count as one, and are never under way twice.
 * @example
 * const doubled = new Combiner<number, number>({
 *   serve: (numbers) => numbers.map(async (number) => number * 2),
 *   maxUnderWay: () => 1,
 * });
 * assert.deepEqual(await Promise.all([doubled.ask(1), doubled.ask(2)]), [2, 4]);
 */
export class Combiner<Call, Result> {
  readonly #options: CombinerOptions<Call, Result>;
  /** By key, the oldest first. */
  readonly #waiting = new Map<unknown, Waiting<Call, Result>>();
  readonly #served = new Set<unknown>();
  #underWay = 0;
  #startsSoon = false;

  constructor(options: CombinerOptions<Call, Result>) {
    this.#options = options;
  }

  /** How many calls wait, those with the same key as one. */
  get size(): number {
    return this.#waiting.size;
  }

  /** Whether a call with this key waits, so that another one would join it. */
  isWaiting(key: unknown): boolean {
    return this.#waiting.has(key);
  }

  /** Waits for the result of a call. `leaving` gets a function that rejects it; one without callers is not served. */
  ask(
    call: Call,
    { key = Symbol(), leaving }: { key?: unknown; leaving?: (leave: (reason: unknown) => void) => void } = {},
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(key) ?? { call, callers: new Set() };
      this.#waiting.set(key, waiting);
      const caller = { resolve, reject };
      waiting.callers.add(caller);
      leaving?.((reason) => {
        waiting.callers.delete(caller);
        if (waiting.callers.size === 0 && this.#waiting.get(key) === waiting) this.#waiting.delete(key);
        reject(reason);
      });
      this.#startSoon();
    });
  }

  #startSoon(): void {
    const { soon } = this.#options;
    if (!soon) return this.#startNext();
    if (this.#startsSoon) return;
    this.#startsSoon = true;
    soon(() => {
      this.#startsSoon = false;
      this.#startNext();
    });
  }

  #startNext(): void {
    while (this.#underWay < this.#options.maxUnderWay()) {
      const next = this.#takeNext();
      if (next.length === 0) return;
      void this.#serve(next);
    }
  }

  #takeNext(): [unknown, Waiting<Call, Result>][] {
    const { weightOf = () => 1, maxTogether = () => Infinity } = this.#options;
    const next: [unknown, Waiting<Call, Result>][] = [];
    let room = maxTogether();
    for (const [key, waiting] of this.#waiting) {
      if (this.#served.has(key)) continue;
      room -= weightOf(waiting.call);
      // One call is served, whatever its weight.
      if (room < 0 && next.length > 0) break;
      next.push([key, waiting]);
      this.#waiting.delete(key);
      this.#served.add(key);
      if (room <= 0) break;
    }
    return next;
  }

  async #serve(some: readonly [unknown, Waiting<Call, Result>][]): Promise<void> {
    const { placeIsFree = (settled) => settled } = this.#options;
    this.#underWay += 1;
    const results = this.#start(some.map(([, { call }]) => call));
    const settled = some.map(async ([key, { callers }], index) => {
      try {
        const result = (await results[index]) as Result;
        for (const { resolve } of callers) resolve(result);
      } catch (error) {
        for (const { reject } of callers) reject(error);
      } finally {
        this.#served.delete(key);
      }
    });
    const all = Promise.all(settled).then(() => this.#startNext());
    await placeIsFree(all);
    this.#underWay -= 1;
    this.#startNext();
    if (this.#underWay === 0 && this.#waiting.size === 0) this.#options.onIdle?.();
  }

  /** If it cannot even start, all calls fail: nobody waits for ever. */
  #start(calls: readonly Call[]): readonly PromiseLike<Result>[] {
    try {
      return this.#options.serve(calls);
    } catch (error) {
      return calls.map(() => Promise.reject(error));
    }
  }
}
