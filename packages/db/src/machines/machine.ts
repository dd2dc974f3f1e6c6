/** Why a transaction about websites on a machine that does not answer is refused; see `isTemporaryFailure`. */
export class LostMachineError extends Error {
  override readonly name = 'LostMachineError';
  readonly code = 'CONNECTION_LOST_WORKER';
}

export interface MachineOptions {
  /** How many transactions may be about it at the same time; the others wait. */
  maxUnderWay: number;
  check: () => Promise<boolean>;
}

/** A transaction that takes longer is a reason to ask whether the machine answers. */
const LATE_MS = 500;
const CHECK_PAUSE_MS = 1_000;

/**
 * A worker of Citus, as the transactions see it that are about its websites. If one of them is late, the machine is asked whether
 * it answers. If not, these transactions fail at once, and so do new ones, until it answers again. Without it they would hold all
 * connections, and the websites of the other machines would wait with them.
 */
export class Machine {
  readonly #options: MachineOptions;
  readonly #underWay = new Set<(error: LostMachineError) => void>();
  readonly #waiting: ((hasPlace: boolean) => void)[] = [];
  #places: number;
  #isLost = false;
  #isChecking = false;
  #completed = 0;

  constructor(options: MachineOptions) {
    this.#options = options;
    this.#places = options.maxUnderWay;
  }

  /** Runs a transaction. One that failed because the machine is lost keeps its place and connection until it ends. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.#enter();
    return new Promise<Result>((resolve, reject) => {
      // Watching keeps no process alive.
      const late = setInterval(() => void this.#checkUntilFound(), LATE_MS).unref();
      this.#underWay.add(reject);
      const leave = () => {
        clearInterval(late);
        this.#underWay.delete(reject);
        this.#leave();
      };
      this.#count(work).finally(leave).then(resolve, reject);
    });
  }

  async #count<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = await work();
    this.#completed += 1;
    return result;
  }

  async #enter(): Promise<void> {
    if (this.#isLost) throw lostMachine();
    if (this.#places > 0) this.#places -= 1;
    else if (!(await new Promise<boolean>((resolve) => void this.#waiting.push(resolve))))
      throw lostMachine();
  }

  /** The place goes to the next one that waits. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next(true);
    else this.#places += 1;
  }

  async #checkUntilFound(): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    while (!(await this.#answers())) {
      this.#isLost = true;
      for (const reject of this.#underWay) reject(lostMachine());
      for (const resolve of this.#waiting.splice(0)) resolve(false);
      await new Promise<void>((resolve) => void setTimeout(resolve, CHECK_PAUSE_MS).unref());
    }
    this.#isLost = false;
    this.#isChecking = false;
  }

  /** A busy machine may be slow to accept a connection: as long as it completes transactions, it answers. */
  async #answers(): Promise<boolean> {
    const before = this.#completed;
    // If it cannot be asked, the coordinator is the reason, and every statement says so.
    const answers = await this.#options.check().catch(() => true);
    return answers || this.#completed > before;
  }
}

function lostMachine(): LostMachineError {
  return new LostMachineError('The database worker of these websites does not answer');
}
