import type { ListedBreak } from '@funnel/metrics';
import type { ChangeFacts } from '../../findings/report-facts.ts';
import { brokenCampaigns } from '../../notes/broken.ts';
import { comparedDays } from '../../notes/compared-days.ts';
import { coveredDays } from '../../notes/covered-days.ts';
import type { Note } from '../../notes/note.ts';
import { partialBuckets } from '../../notes/partial-buckets.ts';
import { rateChange } from '../../notes/rate-change.ts';
import { unfinishedWindow } from '../../notes/unfinished-window.ts';
import { about, type Numbers, pointsDoNotAddUp, viewsOfSteps } from '../../notes/what-counts.ts';
import { whyChanged } from '../../notes/why-changed.ts';

interface Facts extends ChangeFacts {
  data: Numbers;
  breaks: readonly ListedBreak[] | undefined;
}

/** What the report of a website says. */
export function websiteNotes(facts: Facts): Note[] {
  const { period, breaks, data } = facts;
  return [
    ...brokenCampaigns(facts),
    ...unfinishedWindow(facts),
    ...partialBuckets(facts),
    ...comparedDays(facts, { isWebsite: true, breaks }),
    ...rateChange(facts),
    ...whyChanged(facts),
    ...coveredDays(facts),
    ...about(pointsDoNotAddUp(period, data), viewsOfSteps(period)),
  ];
}
