import type { ReportFacts } from '../findings/report-facts.ts';
import { type NamedSubject, namesOf } from '../output/names.ts';
import { comparisonNumbers } from './comparison-numbers.ts';
import type { Extras } from './extras.ts';
import { growingPoint } from './growing-day.ts';
import { breaksOf, marks } from './marks.ts';
import type { CampaignEvent } from './read-campaign-events.ts';

/** What the report of a variant, a step or an element knows for its picture. */
interface FactsBelow extends ReportFacts {
  steps?: readonly NamedSubject[];
  elements?: readonly NamedSubject[];
  /** What it belongs to. */
  above: Extras['above'];
  /** Those of its campaign. */
  events?: readonly CampaignEvent[] | undefined;
}

export function extrasBelowCampaign(facts: FactsBelow): Extras {
  const { above, events } = facts;
  return {
    ...comparisonNumbers(facts),
    names: namesOf(facts),
    ...marks(facts, breaksOf(facts), events),
    ...(above && { above }),
    ...growingPoint(facts),
  };
}
