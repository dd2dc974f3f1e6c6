import type { ListedBreak } from '@funnel/metrics';
import { comparisonNumbers } from '../../extras/comparison-numbers.ts';
import type { Extras } from '../../extras/extras.ts';
import { growingPoint } from '../../extras/growing-day.ts';
import { breaksOf, marks } from '../../extras/marks.ts';
import type { CampaignEvent } from '../../extras/read-campaign-events.ts';
import type { ReportFacts } from '../../findings/report-facts.ts';
import { type NamedSubject, namesOf } from '../../output/names.ts';

interface Facts extends ReportFacts {
  steps: readonly NamedSubject[];
  breaks: readonly ListedBreak[];
  events: readonly CampaignEvent[] | undefined;
  above: Extras['above'];
}

/** What a picture of a variant needs. */
export function variantExtras(facts: Facts): Extras {
  const { steps, breaks, events, above, now } = facts;
  return {
    ...comparisonNumbers(facts, breaks),
    names: namesOf({ steps }),
    ...marks(facts, breaksOf(breaks, now), events),
    ...(above && { above }),
    ...growingPoint(facts),
  };
}
