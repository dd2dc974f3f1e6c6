import type { ContextManager } from '@opentelemetry/api';

/** Keeps contexts only while spans are recorded: for one context Node follows every promise of the process. */
export class Following {
  readonly #contexts: ContextManager;
  #spans = 0;

  constructor(contexts: ContextManager) {
    this.#contexts = contexts;
  }

  begin(): void {
    this.#spans += 1;
  }

  end(): void {
    this.#spans -= 1;
    this.mayStop();
  }

  /** Follows no more if no span is left. Not at once: the log line of the request still names its trace. */
  mayStop(): void {
    setImmediate(() => {
      if (this.#spans === 0) this.#contexts.disable();
    });
  }
}
