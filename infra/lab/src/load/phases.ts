import { countsOf } from '../trial.ts';
import { type Callers, OK } from './callers.ts';

export const PHASE_COLUMNS = ['phase', 'lasted', 'requests', 'failed', 'slowest answer'];

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
