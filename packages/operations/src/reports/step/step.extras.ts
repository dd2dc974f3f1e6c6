import type { ListedBreak } from '@funnel/metrics';
import { comparisonNumbers } from '../../extras/comparison-numbers.ts';
import type { Extras } from '../../extras/extras.ts';
import { growingPoint } from '../../extras/growing-day.ts';
import { breaksOf, marks } from '../../extras/marks.ts';
import type { ReportFacts } from '../../findings/report-facts.ts';
import { type NamedSubject, namesOf } from '../../output/names.ts';

interface Facts extends ReportFacts {
  steps: readonly NamedSubject[];
  elements: readonly NamedSubject[];
  breaks: readonly ListedBreak[];
  above: Extras['above'];
}

/** What a picture of a step needs. */
export function stepExtras(facts: Facts): Extras {
  const { steps, elements, breaks, above, now } = facts;
  return {
    ...comparisonNumbers(facts, breaks),
    names: namesOf({ steps, elements }),
    ...marks(facts, breaksOf(breaks, now)),
    ...(above && { above }),
    ...growingPoint(facts),
  };
}
