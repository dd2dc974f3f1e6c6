import type { ListedBreak } from '@funnel/metrics';
import { comparisonNumbers } from '../../extras/comparison-numbers.ts';
import type { Extras } from '../../extras/extras.ts';
import { standings } from '../../extras/standings.ts';
import type { ExperimentFacts } from '../../findings/experiments.ts';

interface Facts extends ExperimentFacts {
  breaks: readonly ListedBreak[] | undefined;
}

/** What a picture of the list needs. */
export function experimentsExtras(facts: Facts): Extras {
  return { ...comparisonNumbers(facts, facts.breaks), ...standings(facts) };
}
