import { RolloutError } from './rollout-error.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const STATUS = 130;

/**
 * Ctrl-C, and a signal of another program. Where it is safe to stop, the rollout stops; while services are replaced it goes on until each of them
 * has been, because that is the shortest way to a product of one version. The second signal ends it at once.
 */
export class Interruption {
  #isAsked = false;
  #isReplacing = false;
  #onSignal = () => this.#ask();

  constructor() {
    for (const signal of SIGNALS) process.on(signal, this.#onSignal);
  }

  /** Call it where it is safe to stop. */
  check() {
    if (this.#isAsked) throw new RolloutError('Interrupted.', STATUS);
  }

  /** From here on it is not safe. */
  replacing() {
    this.check();
    this.#isReplacing = true;
  }

  end() {
    for (const signal of SIGNALS) process.off(signal, this.#onSignal);
  }

  #ask() {
    if (this.#isAsked) {
      console.error(
        '\nInterrupted: services may have different versions, and containers "beside" may still run. The same command again, or --again, repairs it.',
      );
      process.exit(STATUS);
    }
    this.#isAsked = true;
    console.error(
      this.#isReplacing
        ? '\n- services are being replaced: this goes on until all have the same version. Ctrl-C once more ends it at once'
        : '\n- stopping after this step',
    );
  }
}
