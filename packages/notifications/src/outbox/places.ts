import type { ClaimedMessage } from './outbox-store.ts';

/** How many messages are under way in a process at once, and who waits for whom. */
export interface PlaceLimits {
  /** Under way for a moment. */
  quick: number;
  /** Under way for longer than `slowMs`: they give their place back to others, and keep one of these. */
  slow: number;
  slowMs: number;
}

interface Holder {
  claimed: ClaimedMessage;
  isSlow: boolean;
}

/** The places of messages that are under way. Who waits for a receiver that hangs makes room for the others. */
export class Places {
  readonly #holders = new Set<Holder>();
  readonly #limits: PlaceLimits;
  #wake: () => void = () => {};

  constructor(limits: PlaceLimits) {
    this.#limits = limits;
  }

  get free(): number {
    const slow = this.#slow();
    return this.#limits.quick - (this.#holders.size - slow);
  }

  get isEmpty(): boolean {
    return this.#holders.size === 0;
  }

  get underWay(): (ClaimedMessage & { isSlow: boolean })[] {
    return [...this.#holders].map(({ claimed, isSlow }) => ({ ...claimed, isSlow }));
  }

  /** Does work in a place, and gives the place back when it ends or fails. */
  hold(claimed: ClaimedMessage, work: () => Promise<void>): void {
    const holder: Holder = { claimed, isSlow: false };
    this.#holders.add(holder);
    const slow = setTimeout(() => this.#makeSlow(holder), this.#limits.slowMs);
    const leave = () => {
      clearTimeout(slow);
      this.#holders.delete(holder);
      this.#wake();
    };
    void work().then(leave, leave);
  }

  /** Resolves with true when a place has become free, and with false after a while. */
  async changed(ms: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const isFree = await new Promise<boolean>((resolve) => {
      this.#wake = () => resolve(true);
      timer = setTimeout(() => resolve(false), ms);
    });
    clearTimeout(timer);
    return isFree;
  }

  #slow(): number {
    return [...this.#holders].filter(({ isSlow }) => isSlow).length;
  }

  #makeSlow(holder: Holder): void {
    if (this.#slow() >= this.#limits.slow) return;
    holder.isSlow = true;
    this.#wake();
  }
}
