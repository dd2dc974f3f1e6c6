import { checkSplit, numberText, significantOf } from '@funnel/domain';
import type { Experiment, ExperimentFacts } from '../findings/experiments.ts';
import type { Note } from './note.ts';
import { quoted } from '../output/words.ts';

/** Stricter than for verdicts: a mismatch casts doubt on the whole experiment. */
const ALPHA = 0.001;
const MAX_NAMED = 3;

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
  const names = others.slice(0, MAX_NAMED).map(({ experiment }) => quoted(experiment.name));
  const also = names.length > 0 ? ` The same for ${names.join(', ')}.` : '';
  return [{ code: 'split_mismatch', text: `${textOf(first.experiment, first.worst)}${also}` }];
}

type Worst = ReturnType<typeof checkSplit<{ letter: string; viewers: number; weight: number }>>[number];

function textOf({ name }: Experiment, { part, expected, viewers }: Worst): string {
  const percent = (count: number) => `${numberText((100 * count) / viewers)} %`;
  return `${quoted(name)}: variant ${part.letter} got ${percent(part.viewers)} of the viewers, not ${percent(expected)} as configured, which is not chance. Check the assignment first.`;
}
