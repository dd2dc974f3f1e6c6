import type { Answer, FuzzRequest } from './request.ts';

/** Something that must not happen. */
export interface Failure {
  service: string;
  reason: string;
  /** A request that leads to it, as a command. */
  curl: string;
  answer: Answer | undefined;
}

/** Counts answers and collects failures, one of each kind. */
export class Tally {
  readonly #statuses = new Map<string, Map<number, number>>();
  readonly #slowest = new Map<string, { ms: number; what: string }>();
  readonly #failures = new Map<string, number>();
  readonly #repeated: number[] = [];
  readonly #onFirst: (failure: Failure) => void;
  /** Answers 503 with Retry-After. */
  overloaded = 0;
  total = 0;

  /** `onFirst` is called with the first failure of each kind. */
  constructor(onFirst: (failure: Failure) => void) {
    this.#onFirst = onFirst;
  }

  count(service: string, { method, operation }: FuzzRequest, { status, ms }: Answer): void {
    this.total += 1;
    const statuses = this.#statuses.get(service) ?? new Map<number, number>();
    this.#statuses.set(service, statuses.set(status, (statuses.get(status) ?? 0) + 1));
    if (ms > (this.#slowest.get(service)?.ms ?? 0))
      this.#slowest.set(service, { ms, what: `${method} ${operation}` });
  }

  /** An answer above the limit that is asked for again. */
  noteSlow({ ms }: Answer): void {
    this.#repeated.push(ms);
  }

  fail(operation: string, failure: Failure): void {
    const kind = `${failure.service}, ${operation}: ${failure.reason.slice(0, 80)}`;
    const times = this.#failures.get(kind) ?? 0;
    if (times === 0) this.#onFirst(failure);
    this.#failures.set(kind, times + 1);
  }

  /** The kinds of failures, and how often each of them happened. */
  get failures(): ReadonlyMap<string, number> {
    return this.#failures;
  }

  /** One line per service: requests, statuses and the slowest answer. */
  summary(): string {
    const lines = [...this.#statuses].map(([service, statuses]) => {
      const sorted = [...statuses].toSorted(([one], [other]) => one - other);
      const requests = sorted.reduce((sum, [, count]) => sum + count, 0);
      const { ms = 0, what = '' } = this.#slowest.get(service) ?? {};
      const counts = sorted.map(([status, count]) => `${status}: ${count}`).join(', ');
      return `${service.padEnd(14)} ${String(requests).padStart(7)} requests   slowest ${Math.round(ms)} ms (${what})\n${' '.repeat(15)}${counts}`;
    });
    const repeated =
      this.#repeated.length > 0
        ? `${this.#repeated.length} answers above the time limit, at most ${Math.round(Math.max(...this.#repeated))} ms, were asked for again`
        : 'No answer was above its time limit';
    return [...lines, repeated].join('\n');
  }
}
