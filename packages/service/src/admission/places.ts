/** A request that asks for a place. */
export interface Claim {
  network: string;
  /** Whose credential it has, once that is known. */
  caller?: string;
  weight: number;
}

interface Waiting {
  claim: Claim;
  start: () => void;
}

/** The requests of one network or caller that wait. Those that had a place before come first. */
interface Queue {
  returning: Set<Waiting>;
  arriving: Set<Waiting>;
}

/** One network leaves a quarter of the places to others, one caller half of them. */
const [NETWORK_SHARE, CALLER_SHARE] = [0.75, 0.5];
/** The last quarter of the places is for those who have none: a few callers together cannot take all of them. */
const SHARED_BY_ALL = 0.75;
/** A longer queue takes memory even if it moves fast. */
const MAX_WAITING = 10_000;
/** How much the newest interval counts in the average. */
const NEWEST_SHARE = 0.05;

/** Counts the places of a service and decides whose turn it is. It knows nothing of connections. */
export class Places {
  readonly max: number;
  readonly #maxWaitMs: number;
  /** The weight in work by network and by caller. */
  readonly #held = new Map<string, number>();
  readonly #queues = new Map<string, Queue>();
  #inWork = 0;
  #waiting = 0;
  /** The average time from one start to the next while requests wait. */
  #intervalMs = 0;
  #lastStartAt: number | undefined;
  #blockedSince: number | undefined;

  constructor({ max, maxWaitMs }: { max: number; maxWaitMs: number }) {
    this.max = max;
    this.#maxWaitMs = maxWaitMs;
  }

  /** The weight of the requests that are worked on. */
  get inWork(): number {
    return this.#inWork;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** For how long no place has been given back although requests are blocked; 0 if none is blocked. */
  get blockedMs(): number {
    return this.#blockedSince === undefined ? 0 : performance.now() - this.#blockedSince;
  }

  /** Takes a place if one is free. It overtakes nobody: a waiting request is one that does not fit into the free places. */
  tryTake(claim: Claim): boolean {
    const fits = this.#fits(claim);
    if (fits) this.#count(claim, claim.weight);
    if (!fits || this.#inWork >= this.max) this.#blockedSince ??= performance.now();
    return fits;
  }

  isTooLong(claim: Claim): boolean {
    const queue = this.#queues.get(queueOf(claim));
    const before = queue ? queue.returning.size + queue.arriving.size : 0;
    const expectedMs = before * this.#queues.size * this.#intervalMs;
    return expectedMs > this.#maxWaitMs || this.blockedMs > this.#maxWaitMs || this.#waiting >= MAX_WAITING;
  }

  /**
   * Waits for a place: calls `start` once it is taken, or `late` if that takes too long. Returns a function that stops
   * waiting. Without `late`, the request had a place before: it goes first, and waits until it is stopped.
   */
  wait(claim: Claim, start: () => void, late?: () => void): () => void {
    const key = queueOf(claim);
    const queue = this.#queues.get(key) ?? { returning: new Set(), arriving: new Set() };
    this.#queues.set(key, queue);
    const side = late ? queue.arriving : queue.returning;
    const timer = late && setTimeout(() => (stop(), late()), this.#maxWaitMs).unref();
    const waiting = { claim, start: () => (clearTimeout(timer), start()) };
    const stop = () => {
      clearTimeout(timer);
      this.#leave(key, side, waiting);
    };
    side.add(waiting);
    this.#waiting += 1;
    return stop;
  }

  /** Gives a place back, and lets those start who fit now. */
  giveBack(claim: Claim): void {
    this.#count(claim, -claim.weight);
    this.#blockedSince = undefined;
    this.#startNext();
    if (this.#waiting > 0 || this.#inWork >= this.max) this.#blockedSince ??= performance.now();
  }

  /** Says whose request it is that has a place. False if that caller has its share already: then nothing changes. */
  tryCountCaller(claim: Claim, caller: string): boolean {
    const key = `caller ${caller}`;
    const held = this.#held.get(key) ?? 0;
    if (!isWithin(held, claim.weight, this.max * CALLER_SHARE)) return false;
    if (held > 0 && this.#isReserved(this.#inWork)) return false;
    this.#held.set(key, held + claim.weight);
    claim.caller = caller;
    return true;
  }

  /** A request that has a place turns out to weigh more. It goes on in any case. */
  addWeight(claim: Claim, extra: number): void {
    this.#count(claim, extra);
    claim.weight += extra;
  }

  #fits(claim: Claim): boolean {
    if (this.#inWork >= this.max) return false;
    // Whatever it weighs: otherwise a heavy one would wait for ever behind light ones.
    const isReserved = this.#isReserved(this.#inWork + 1);
    return sharesOf(claim).every(([key, share]) => {
      const held = this.#held.get(key) ?? 0;
      return held === 0 || (!isReserved && isWithin(held, claim.weight, this.max * share));
    });
  }

  #isReserved(inWork: number): boolean {
    return inWork > Math.ceil(this.max * SHARED_BY_ALL);
  }

  #count(claim: Claim, weight: number): void {
    this.#inWork += weight;
    for (const [key] of sharesOf(claim)) {
      const held = (this.#held.get(key) ?? 0) + weight;
      if (held === 0) this.#held.delete(key);
      else this.#held.set(key, held);
    }
  }

  #leave(key: string, side: Set<Waiting>, waiting: Waiting): void {
    if (!side.delete(waiting)) return;
    this.#waiting -= 1;
    const queue = this.#queues.get(key);
    if (queue && queue.returning.size + queue.arriving.size === 0) this.#queues.delete(key);
  }

  #startNext(): void {
    let tried = 0;
    // A queue that had its turn goes to the end.
    while (this.#inWork < this.max && tried < this.#queues.size) {
      const [key, queue] = this.#queues.entries().next().value as [string, Queue];
      const side = queue.returning.size > 0 ? queue.returning : queue.arriving;
      const [first] = side as Iterable<Waiting> as [Waiting];
      this.#queues.delete(key);
      this.#queues.set(key, queue);
      if (!this.#fits(first.claim)) {
        tried += 1;
        continue;
      }
      tried = 0;
      this.#leave(key, side, first);
      this.#count(first.claim, first.claim.weight);
      this.#measure();
      first.start();
    }
    if (this.#waiting === 0) this.#lastStartAt = undefined;
  }

  /** Called when a request starts that had to wait. */
  #measure(): void {
    const now = performance.now();
    if (this.#lastStartAt !== undefined)
      this.#intervalMs += (now - this.#lastStartAt - this.#intervalMs) * NEWEST_SHARE;
    this.#lastStartAt = now;
  }
}

function sharesOf({ network, caller }: Claim): [key: string, share: number][] {
  const ofNetwork: [string, number] = [`network ${network}`, NETWORK_SHARE];
  return caller === undefined ? [ofNetwork] : [ofNetwork, [`caller ${caller}`, CALLER_SHARE]];
}

/** A request that weighs more than the share runs alone. */
function isWithin(held: number, weight: number, share: number): boolean {
  return held === 0 || held + weight <= Math.ceil(share);
}

/** Requests in one queue have the same share. */
function queueOf({ network, caller }: Claim): string {
  return caller === undefined ? `network ${network}` : `caller ${caller}`;
}
