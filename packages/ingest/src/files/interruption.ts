/** Ends waiting early. `Promise.race` with a promise that lives as long as the file would keep all of its events. */
export class Interruption {
  readonly #waiting = new Set<(cause: unknown) => void>();
  #interrupted: { cause: unknown } | undefined;

  /** Rejects what waits now, and what will wait. Only the first cause counts. */
  interrupt(cause: unknown): void {
    if (this.#interrupted) return;
    this.#interrupted = { cause };
    for (const reject of this.#waiting) reject(cause);
    this.#waiting.clear();
  }

  /** What the promise resolves to, unless there is an interruption before. */
  async within<Value>(promise: Promise<Value>): Promise<Value> {
    let leave: ((cause: unknown) => void) | undefined;
    try {
      return await new Promise<Value>((resolve, reject) => {
        promise.then(resolve, reject);
        if (this.#interrupted) reject(this.#interrupted.cause);
        leave = reject;
        this.#waiting.add(reject);
      });
    } finally {
      if (leave) this.#waiting.delete(leave);
    }
  }
}
