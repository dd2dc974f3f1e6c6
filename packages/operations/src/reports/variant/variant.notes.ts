import type { ListedBreak } from '@funnel/metrics';
import type { Below } from '../../findings/below.ts';
import type { ReportFacts } from '../../findings/report-facts.ts';
import { below } from '../../notes/below.ts';
import { brokenCampaigns } from '../../notes/broken.ts';
import { comparedDays } from '../../notes/compared-days.ts';
import { coveredDays } from '../../notes/covered-days.ts';
import type { Note } from '../../notes/note.ts';
import { partialBuckets } from '../../notes/partial-buckets.ts';
import { type FlowStep, stepFlow } from '../../notes/step-flow.ts';
import { unfinishedWindow } from '../../notes/unfinished-window.ts';
import { about, type Numbers, pointsDoNotAddUp, viewsOfSteps } from '../../notes/what-counts.ts';

interface Facts extends ReportFacts {
  data: Numbers;
  steps: readonly FlowStep[];
  below: Below | undefined;
  breaks: readonly ListedBreak[];
}

/** What the report of a variant says. */
export function variantNotes(facts: Facts): Note[] {
  const { period, data, steps, breaks } = facts;
  const funnels = [{ variation: '', steps }];
  return [
    ...brokenCampaigns(facts),
    ...unfinishedWindow(facts),
    ...partialBuckets(facts),
    ...comparedDays(facts, { parts: 'steps', breaks }),
    ...stepFlow({ ...facts, funnels }),
    ...below(facts.below),
    ...coveredDays(facts),
    ...about(pointsDoNotAddUp(period, data), viewsOfSteps(period, funnels)),
  ];
}
