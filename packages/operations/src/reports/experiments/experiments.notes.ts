import type { ExperimentFacts } from '../../findings/experiments.ts';
import { aboutDays } from '../../notes/about-days.ts';
import { brokenCampaigns } from '../../notes/broken.ts';
import { comparedDays } from '../../notes/compared-days.ts';
import { moreExperiments, noExperiments } from '../../notes/lists.ts';
import type { Note } from '../../notes/note.ts';
import { splitMismatch } from '../../notes/split-mismatch.ts';
import { variantVerdicts } from '../../notes/variant-verdicts.ts';
import { about, viewsOfSteps } from '../../notes/what-counts.ts';

interface Facts extends ExperimentFacts {
  /** How many are listed. */
  count: number;
  hasMore: boolean;
  limit: number;
}

export function experimentsNotes(facts: Facts): Note[] {
  const { period, count } = facts;
  return [
    ...brokenCampaigns(facts),
    // Of an empty list nothing grows.
    ...aboutDays(facts, { isDone: count === 0 }),
    ...comparedDays(facts, { parts: 'variants' }),
    ...splitMismatch(facts),
    ...variantVerdicts(facts),
    ...moreExperiments(facts),
    ...noExperiments(count),
    ...about(viewsOfSteps(period)),
  ];
}
