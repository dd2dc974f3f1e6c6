import { comparisonNumbers } from '../../extras/comparison-numbers.ts';
import type { Extras } from '../../extras/extras.ts';
import { standings } from '../../extras/standings.ts';
import type { ExperimentFacts } from '../../findings/experiments.ts';

interface Facts extends ExperimentFacts {}

/** What a picture of the list needs. */
export function experimentsExtras(facts: Facts): Extras {
  return { ...comparisonNumbers(facts), ...standings(facts) };
}
