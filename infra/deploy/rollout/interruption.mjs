import { RolloutError } from './rollout-error.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const STATUS = 130;
/** A terminal sends Ctrl-C to npm and to the rollout, and npm passes it on: both are one. */
const SAME_MS = 1000;

/**
 * Ctrl-C, and a signal of another program. The rollout stops where it is safe. While services are replaced it goes on
 * until each of them has been: that is the shortest way to a product of one version. The second signal ends it at once.
 */
export class Interruption {
  #askedAt;
  #isAsked = false;
  #isReplacing = false;
  #onSignal = () => this.#ask();

  constructor() {
    for (const signal of SIGNALS) process.on(signal, this.#onSignal);
  }

  check() {
    if (this.#isAsked) throw new RolloutError('Interrupted.', STATUS);
  }

  replacing() {
    this.check();
    this.#isReplacing = true;
  }

  end() {
    for (const signal of SIGNALS) process.off(signal, this.#onSignal);
  }

  #ask() {
    const now = performance.now();
    if (now - this.#askedAt < SAME_MS) return;
    this.#askedAt = now;
    if (this.#isAsked) {
      console.error(
        this.#isReplacing
          ? '\nInterrupted: services may have different versions, and containers "beside" may still run. The same command again, or --again, repairs it.'
          : '\nInterrupted: nothing was replaced. What was started beside the services is removed by the next rollout.',
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
