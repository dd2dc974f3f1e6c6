/** How much long work a process does before everything else has its turn. Node accepts one new connection in each. */
const TURN_MS = 1;

/** A process has one event loop, so all of its long work shares the turns. */
let startedAt: number | undefined;
let isScheduled = false;
const waiting: (() => void)[] = [];

/**
 * Splits long work into short turns, so that other requests are not held up, however many do long work at once. Ask `isOver`
 * in every round of a long loop, and wait for `next` if it is.
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
  /** Whether the long work of this turn, that of others included, has taken its time. */
  get isOver(): boolean {
    const now = performance.now();
    if (startedAt === undefined) {
      startedAt = now;
      scheduleTurn();
    }
    return now - startedAt > TURN_MS;
  }

  /** Waits for a turn: those that wait go on in their order, as many in each turn as there is time for. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      waiting.push(resolve);
      scheduleTurn();
    });
  }
}

function scheduleTurn(): void {
  if (isScheduled) return;
  isScheduled = true;
  setImmediate(startTurn);
}

function startTurn(): void {
  isScheduled = false;
  startedAt = waiting.length > 0 ? performance.now() : undefined;
  goOn();
}

/** Lets the first one go on, and the next one when it has done so, until the turn is over. */
function goOn(): void {
  if (startedAt === undefined) return;
  const isOver = performance.now() - startedAt > TURN_MS;
  const next = isOver ? undefined : waiting.shift();
  if (!next) return scheduleTurn();
  next();
  queueMicrotask(goOn);
}
