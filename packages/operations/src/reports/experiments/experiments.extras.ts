import { comparisonNumbers } from '../../extras/comparison-numbers.ts';
import type { Extras } from '../../extras/extras.ts';
import { standings } from '../../extras/standings.ts';
import type { ExperimentFacts } from '../../findings/experiments.ts';

export function experimentsExtras(facts: ExperimentFacts): Extras {
  return { ...comparisonNumbers(facts), ...standings(facts) };
}
