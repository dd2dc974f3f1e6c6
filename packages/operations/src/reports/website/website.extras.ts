import type { ListedBreak } from '@funnel/metrics';
import { attention } from '../../extras/attention.ts';
import { comparisonNumbers } from '../../extras/comparison-numbers.ts';
import type { Extras } from '../../extras/extras.ts';
import { growingPoint } from '../../extras/growing-day.ts';
import { breaksOf, marks } from '../../extras/marks.ts';
import type { CampaignEvent } from '../../extras/read-campaign-events.ts';
import type { ReportFacts } from '../../findings/report-facts.ts';

interface Facts extends ReportFacts {
  breaks: readonly ListedBreak[] | undefined;
  events: readonly CampaignEvent[] | undefined;
  activity: Extras['activity'];
}

/** What a picture of a website needs. */
export function websiteExtras(facts: Facts): Extras {
  const { breaks, events, activity, now } = facts;
  return {
    ...comparisonNumbers(facts, breaks),
    ...marks(facts, breaksOf(breaks, now), events),
    ...attention(facts),
    ...(activity && { activity }),
    ...growingPoint(facts),
  };
}
