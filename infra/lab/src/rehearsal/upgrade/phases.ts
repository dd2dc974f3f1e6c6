import { type Callers, OK } from '../../load/callers.ts';

const COLUMNS = ['phase', 'lasted', 'requests', 'failed', 'slowest answer'];

/** Runs `work` as a phase. A request belongs to the phase in which it was answered. */
export async function phaseOf(
  name: string,
  { answers }: Callers,
  work: () => Promise<void>,
): Promise<string[]> {
  const first = answers.length;
  const startedAt = performance.now();
  await work();
  const seen = answers.slice(first);
  const failures = seen.filter(({ outcome }) => outcome !== OK);
  const [slowest] = seen
    .map(({ caller, startedAt: from, endedAt: to }) => ({ caller, ms: to - from }))
    .toSorted((one, other) => other.ms - one.ms);
  return [
    name,
    `${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
    String(seen.length),
    countsOf(failures.map(({ caller, outcome }) => `${caller}: ${outcome}`)) || '0',
    slowest ? `${Math.round(slowest.ms)} ms, ${slowest.caller}` : '',
  ];
}

export function printPhases(rows: readonly (readonly string[])[]): void {
  for (const row of [COLUMNS, COLUMNS.map(() => '---'), ...rows]) console.log(`| ${row.join(' | ')} |`);
}

export function countsOf(outcomes: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const outcome of outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  const sorted = [...counts].toSorted(([, one], [, other]) => other - one);
  return sorted.map(([outcome, count]) => `${outcome} (${count})`).join(', ');
}
