import { comparisonNumbers } from '../../extras/comparison-numbers.ts';
import type { Extras } from '../../extras/extras.ts';
import { growingPoint } from '../../extras/growing-day.ts';
import { breakOf, marks } from '../../extras/marks.ts';
import type { CampaignEvent } from '../../extras/read-campaign-events.ts';
import { standings } from '../../extras/standings.ts';
import type { ExperimentFacts } from '../../findings/experiments.ts';
import { type NamedSubject, namesOf } from '../../output/names.ts';

interface Facts extends ExperimentFacts {
  data: { id: number };
  events: readonly CampaignEvent[] | undefined;
  steps: readonly NamedSubject[] | undefined;
}

export function campaignExtras(facts: Facts): Extras {
  const { data, broken, isOver, events, steps, now } = facts;
  return {
    ...comparisonNumbers(facts),
    ...(steps && { names: namesOf({ steps }) }),
    ...marks(facts, breakOf(data.id, broken, now), events),
    ...standings(facts),
    ...(isOver ? {} : growingPoint(facts)),
  };
}
