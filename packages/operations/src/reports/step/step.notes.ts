import type { ListedBreak } from '@funnel/metrics';
import type { ReportFacts } from '../../findings/report-facts.ts';
import { brokenCampaigns } from '../../notes/broken.ts';
import { comparedDays } from '../../notes/compared-days.ts';
import { coveredDays } from '../../notes/covered-days.ts';
import type { Note } from '../../notes/note.ts';
import { partialBuckets } from '../../notes/partial-buckets.ts';
import { unfinishedWindow } from '../../notes/unfinished-window.ts';
import { about, type Numbers, pointsDoNotAddUp } from '../../notes/what-counts.ts';

interface Facts extends ReportFacts {
  data: Numbers;
  breaks: readonly ListedBreak[];
}

/** What the report of a step says. */
export function stepNotes(facts: Facts): Note[] {
  const { period, data, breaks } = facts;
  return [
    ...brokenCampaigns(facts),
    ...unfinishedWindow(facts),
    ...partialBuckets(facts),
    ...comparedDays(facts, { parts: 'elements', breaks }),
    ...coveredDays(facts),
    ...about(pointsDoNotAddUp(period, data)),
  ];
}
