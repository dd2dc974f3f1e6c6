import { checkSplit, significantOf } from '@funnel/domain';
import { splitText } from '@funnel/words';
import type { ExperimentFacts } from '../findings/experiments.ts';
import type { Note } from './note.ts';

/** Stricter than for verdicts: a mismatch casts doubt on the whole experiment. */
const ALPHA = 0.001;

/** The viewers of an experiment are not split as configured. */
export function splitMismatch({ experiments, lives, period }: ExperimentFacts): Note[] {
  const { window, countType } = period;
  if (countType === 'total') return [];
  const checked = experiments.flatMap((experiment) => {
    // A window with two splits fits to none of them; the verdict names the day.
    const changed = lives.get(experiment.variants[0]?.id ?? 0)?.splitChangedOn;
    if (changed !== undefined && changed >= window.start && changed <= window.end) return [];
    const parts = experiment.variants.map(({ letter, share, weight }) => ({
      letter,
      viewers: share.of,
      weight,
    }));
    const results = checkSplit(parts);
    const [worst] = results.toSorted((one, other) => one.p - other.p);
    // Each variant is a test of its own.
    return worst ? [{ experiment, worst, p: Math.min(1, worst.p * results.length) }] : [];
  });
  const mismatched = significantOf(checked, ALPHA);
  const [first, ...others] = checked.filter((result) => mismatched.has(result));
  if (!first) return [];
  const names = others.map(({ experiment }) => experiment.name);
  return [{ code: 'split_mismatch', text: splitText(first.experiment.name, first.worst, names) }];
}
