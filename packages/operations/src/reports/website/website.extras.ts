import { attention } from '../../extras/attention.ts';
import { comparisonNumbers } from '../../extras/comparison-numbers.ts';
import type { Extras } from '../../extras/extras.ts';
import { growingPoint } from '../../extras/growing-day.ts';
import { breaksOf, marks } from '../../extras/marks.ts';
import type { CampaignEvent } from '../../extras/read-campaign-events.ts';
import type { ReportFacts } from '../../findings/report-facts.ts';

interface Facts extends ReportFacts {
  events: readonly CampaignEvent[] | undefined;
  activity: Extras['activity'];
}

export function websiteExtras(facts: Facts): Extras {
  const { events, activity } = facts;
  return {
    ...comparisonNumbers(facts),
    ...marks(facts, breaksOf(facts), events),
    ...attention(facts),
    ...(activity && { activity }),
    ...growingPoint(facts),
  };
}
