import { type Answers, OK } from '../../faults/answers.ts';

/** A part of the upgrade, and what callers saw of it. */
export interface Phase {
  name: string;
  lastedMs: number;
  requests: number;
  /** How often each answer other than 200 was given. */
  failures: Readonly<Record<string, number>>;
  failed: number;
  slowestMs: number;
  /** Who waited longest. */
  slowest: string;
}

/** Runs `work` as a phase. A request belongs to the phase in which it was answered. */
export async function runPhase(name: string, answers: Answers, work: () => Promise<unknown>): Promise<Phase> {
  const first = answers.all.length;
  const startedAt = performance.now();
  await work();
  const seen = answers.all.slice(first);
  const failures: Record<string, number> = {};
  for (const { caller, outcome } of seen)
    if (outcome !== OK) {
      const failure = `${caller}: ${outcome}`;
      failures[failure] = (failures[failure] ?? 0) + 1;
    }
  const [slowest] = seen
    .map(({ caller, startedAt: from, endedAt: to }) => ({ caller, ms: to - from }))
    .toSorted((one, other) => other.ms - one.ms);
  return {
    name,
    lastedMs: performance.now() - startedAt,
    requests: seen.length,
    failures,
    failed: Object.values(failures).reduce((sum, count) => sum + count, 0),
    slowestMs: slowest?.ms ?? 0,
    slowest: slowest?.caller ?? '',
  };
}

const COLUMNS = ['phase', 'lasted', 'requests', 'failed', 'slowest answer'];

/** A Markdown table with a line for each phase. */
export function phaseTable(phases: readonly Phase[]): string {
  const rows = phases.map(({ name, lastedMs, requests, failures, slowestMs, slowest }) => [
    name,
    `${(lastedMs / 1000).toFixed(1)} s`,
    String(requests),
    Object.entries(failures)
      .map(([failure, count]) => `${failure} (${count})`)
      .join(', ') || '0',
    `${Math.round(slowestMs)} ms, ${slowest}`,
  ]);
  return [COLUMNS, COLUMNS.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
