import type { LoadResult } from '../measure/http-callers.ts';
import { quantile, type Spread, spreadOf } from '../measure/statistics.ts';
import { medianText, type Row } from '../report/table.ts';

/** An answer, and a refusal, as `LoadResult` counts them. */
const [ANSWERED, REFUSED] = ['200', '503 overloaded'];
const MAX_ANSWER_MS = 1_000;
const MAX_REFUSAL_MS = 100;

/** What every load must keep: answers and refusals come in time, and there is nothing else. */
export function limitRows(what: string, results: readonly LoadResult[]): Row[] {
  return [
    answerRow(what, results, MAX_ANSWER_MS),
    refusalRow(what, results, MAX_REFUSAL_MS),
    nothingElseRow(what, results),
  ];
}

/** How long all but the slowest hundredth of answers take. For information without a limit. */
export function answerRow(what: string, results: readonly LoadResult[], atMost?: number): Row {
  return {
    what: `${what}, 99th percentile of answers`,
    against: '',
    unit: 'ms',
    ...targetOf(atMost),
    measured: spreadOf(results.map(({ answeredMs }) => quantile(answeredMs, 0.99))),
    detail: statusText(sumOf(results)),
  };
}

/** How long all but the slowest hundredth of refusals take. For information without a limit. */
export function refusalRow(what: string, results: readonly LoadResult[], atMost?: number): Row {
  return {
    what: `${what}, 99th percentile of refusals`,
    against: '',
    unit: 'ms',
    ...targetOf(atMost),
    measured: refusalMs(results),
    detail: [statusText({ [REFUSED]: sumOf(results)[REFUSED] ?? 0 }), medianOf(results)]
      .filter(Boolean)
      .join(', '),
  };
}

/** What is neither an answer nor a refusal. */
export function nothingElseRow(what: string, results: readonly LoadResult[]): Row {
  const others = Object.entries(sumOf(results)).filter(
    ([status]) => status !== ANSWERED && status !== REFUSED,
  );
  return {
    what: `${what}, neither answered nor refused`,
    against: '',
    unit: 'requests',
    target: { atMost: 0 },
    measured: spreadOf([others.reduce((sum, [, count]) => sum + count, 0)]),
    detail: statusText(Object.fromEntries(others)),
  };
}

/** The statuses of some loads, such as `200: 900, 503 overloaded: 20`. */
export function statusText(statuses: Readonly<Record<string, number>>): string {
  return Object.entries(statuses)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ');
}

/** How often each status was returned in all of them. */
export function sumOf(results: readonly LoadResult[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const { statuses } of results) {
    for (const [status, count] of Object.entries(statuses)) sum[status] = (sum[status] ?? 0) + count;
  }
  return sum;
}

const targetOf = (atMost: number | undefined) => (atMost === undefined ? {} : { target: { atMost } });

/** Half of the refusals of all loads are faster. Empty if nothing was refused. */
function medianOf(results: readonly LoadResult[]): string {
  const all = results.flatMap(({ refusedMs }) => refusedMs);
  return all.length > 0 ? `half within ${medianText(all, 'ms')}` : '';
}

/** Null if nothing was refused. */
function refusalMs(results: readonly LoadResult[]): Spread | null {
  const refused = results.filter(({ refusedMs }) => refusedMs.length > 0);
  return refused.length > 0 ? spreadOf(refused.map(({ refusedMs }) => quantile(refusedMs, 0.99))) : null;
}
