import { EVENTS_NOT_COMPARED, experimentsText, noVerdictText, outcomeText, verdictText } from '@funnel/words';
import type { ExperimentFacts } from '../findings/experiments.ts';
import { judge, type Judged, type Standing } from '../findings/judge.ts';
import type { Note, NoteCode } from './note.ts';

/** More would not fit; the rest is counted. */
const MAX_VERDICTS = 2;

/** Which variants differ beyond chance, over the whole lives of their experiments. */
export function variantVerdicts(facts: ExperimentFacts): Note[] {
  if (facts.experiments.length === 0) return [];
  const judgement = judge(facts);
  if (!judgement) return [{ code: 'no_verdict', text: EVENTS_NOT_COMPARED }];
  const { judged, odd, context } = judgement;
  // Without a decision there is nothing to say about each of many.
  const described = judged
    .filter(({ outcome }) => outcome !== 'too_few' || judged.length === 1)
    .slice(0, MAX_VERDICTS);
  return [
    ...described.map((one): Note => ({ code: CODES[one.standing], text: verdictText(one, context) })),
    ...(judged.length > described.length ? [summaryOf(judged)] : []),
    ...odd.slice(0, 1).map(({ name }): Note => ({ code: 'no_verdict', text: noVerdictText(name) })),
  ];
}

const CODES = {
  winner: 'variant_wins',
  loser: 'variant_loses',
  earns_most: 'variant_earns_most',
  mixed: 'variants_mixed',
  no_difference: 'variants_no_difference',
  undecided: 'variants_undecided',
  ended: 'experiment_ended',
  too_few: 'variants_too_few',
} as const satisfies Record<Standing, NoteCode>;

function summaryOf(all: readonly Judged[]): Note {
  const count = (...standings: Standing[]) => all.filter((one) => standings.includes(one.standing)).length;
  const text = experimentsText({
    all: all.length,
    decided: all.flatMap((one) => {
      const decision = decisionOf(one);
      return decision === undefined ? [] : [{ name: one.experiment.name, decision }];
    }),
    open: count('undecided', 'mixed'),
    alike: count('no_difference'),
    few: count('too_few'),
  });
  return { code: 'other_experiments', text };
}

function decisionOf({ outcome, standing, variants, revenue }: Judged): string | undefined {
  const one = outcome === 'wins' ? variants[0] : variants.at(-1);
  if (one && (outcome === 'wins' || outcome === 'loses')) return outcomeText({ letter: one.letter, outcome });
  return standing === 'earns_most' ? `${revenue?.comparison?.variants[0]?.letter} earns most` : undefined;
}
