import type { ListedBreak } from '@funnel/metrics';
import { comparisonNumbers } from '../../extras/comparison-numbers.ts';
import type { Extras } from '../../extras/extras.ts';
import { growingPoint } from '../../extras/growing-day.ts';
import { breaksOf, marks } from '../../extras/marks.ts';
import type { ReportFacts } from '../../findings/report-facts.ts';
import { type NamedSubject, namesOf } from '../../output/names.ts';

interface Facts extends ReportFacts {
  elements: readonly NamedSubject[];
  breaks: readonly ListedBreak[];
  above: Extras['above'];
}

/** What a picture of an element needs. */
export function elementExtras(facts: Facts): Extras {
  const { elements, breaks, above, now } = facts;
  return {
    ...comparisonNumbers(facts, breaks),
    names: namesOf({ elements }),
    ...marks(facts, breaksOf(breaks, now)),
    ...(above && { above }),
    ...growingPoint(facts),
  };
}
