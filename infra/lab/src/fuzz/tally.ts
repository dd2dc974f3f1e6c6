import type { Answer } from './request.ts';

/** Something that must not happen. */
interface Failure {
  service: string;
  reason: string;
  /** A request that leads to it, as a command. */
  curl: string;
  answer?: Answer;
}

const SHOWN_CHARACTERS = 1_500;

/** Counts answers, and prints a failure of each kind. */
export class Tally {
  readonly #statuses = new Map<string, Map<number, number>>();
  /** The kinds of failures, and how often each of them happened. */
  readonly failures = new Map<string, number>();
  /** Answers 503 with Retry-After. */
  overloaded = 0;
  total = 0;

  count(service: string, status: number, isOverloaded: boolean): void {
    this.total += 1;
    if (isOverloaded) this.overloaded += 1;
    const statuses = this.#statuses.get(service) ?? new Map<number, number>();
    this.#statuses.set(service, statuses.set(status, (statuses.get(status) ?? 0) + 1));
  }

  fail(operation: string, { service, reason, curl, answer }: Failure): void {
    const kind = `${service}, ${operation}: ${reason.slice(0, 80)}`;
    const times = this.failures.get(kind) ?? 0;
    this.failures.set(kind, times + 1);
    if (times > 0) return;
    const seen = answer ? `${answer.status} ${JSON.stringify(answer.headers)}\n${answer.text}` : 'none';
    console.log(`FAILED ${service}: ${reason}\n${shorten(curl)}\nanswer: ${shorten(seen)}\n`);
  }

  /** Two lines per service: requests and statuses. */
  summary(): string {
    const lines = [...this.#statuses].map(([service, statuses]) => {
      const sorted = [...statuses].toSorted(([one], [other]) => one - other);
      const requests = sorted.reduce((sum, [, count]) => sum + count, 0);
      const counts = sorted.map(([status, count]) => `${status}: ${count}`).join(', ');
      return `${service.padEnd(14)} ${String(requests).padStart(7)} requests\n${' '.repeat(15)}${counts}`;
    });
    return lines.join('\n');
  }
}

function shorten(text: string): string {
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}
