import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long work goes on before other work of the process has its turn. */
const TURN_MS = 5;

/**
 * Splits long work into short turns, so that other requests are not held up. Ask `isOver` in every round of a long loop, and
 * wait for `next` if it is.
 * @example
 * const turns = new Turns();
 * let sum = 0;
 * for (let number = 1; number <= 1_000; number++) {
 *   sum += number;
 *   if (turns.isOver) await turns.next();
 * }
 * assert.equal(sum, 500_500);
 */
export class Turns {
  #startedAt = performance.now();

  get isOver(): boolean {
    return performance.now() - this.#startedAt > TURN_MS;
  }

  async next(): Promise<void> {
    await nextTurn();
    this.#startedAt = performance.now();
  }
}
