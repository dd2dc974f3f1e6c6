import type { Answer, FuzzRequest } from './request.ts';

/** Something that must not happen. */
export interface Failure {
  service: string;
  reason: string;
  /** A request that leads to it, as a command. */
  curl: string;
  answer: Answer | undefined;
  /** How often it happened in this service for the same operation. */
  times: number;
}

/** Counts answers and collects failures, one of each kind. */
export class Tally {
  readonly #statuses = new Map<string, Map<number, number>>();
  readonly #slowest = new Map<string, { ms: number; what: string }>();
  readonly #failures = new Map<string, Failure>();
  /** Answers 503 with Retry-After. */
  overloaded = 0;
  total = 0;

  count(service: string, { method, operation }: FuzzRequest, { status, ms }: Answer): void {
    this.total += 1;
    const statuses = this.#statuses.get(service) ?? new Map<number, number>();
    this.#statuses.set(service, statuses.set(status, (statuses.get(status) ?? 0) + 1));
    if (ms > (this.#slowest.get(service)?.ms ?? 0))
      this.#slowest.set(service, { ms, what: `${method} ${operation}` });
  }

  fail(operation: string, failure: Omit<Failure, 'times'>): void {
    const key = `${failure.service} ${operation} ${failure.reason.slice(0, 80)}`;
    const times = (this.#failures.get(key)?.times ?? 0) + 1;
    this.#failures.set(key, { ...(this.#failures.get(key) ?? failure), times });
  }

  get failures(): readonly Failure[] {
    return [...this.#failures.values()];
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
    return lines.join('\n');
  }
}
