import type { FunnelStep } from '@funnel/words';
import type { Below } from '../../findings/below.ts';
import type { ReportFacts } from '../../findings/report-facts.ts';
import { aboutDays } from '../../notes/about-days.ts';
import { below } from '../../notes/below.ts';
import { brokenCampaigns } from '../../notes/broken.ts';
import { comparedDays } from '../../notes/compared-days.ts';
import type { Note } from '../../notes/note.ts';
import { stepFlow } from '../../notes/step-flow.ts';
import { about, type Numbers, pointsDoNotAddUp, viewsOfSteps } from '../../notes/what-counts.ts';

interface Facts extends ReportFacts {
  data: Numbers;
  steps: readonly FunnelStep[];
  below: Below | undefined;
}

export function variantNotes(facts: Facts): Note[] {
  const { period, data, steps } = facts;
  const funnels = [{ variation: '', steps }];
  return [
    ...brokenCampaigns(facts),
    ...aboutDays(facts),
    ...comparedDays(facts, { parts: 'steps' }),
    ...stepFlow({ ...facts, funnels }),
    ...below(facts.below),
    ...about(pointsDoNotAddUp(period, data), viewsOfSteps(period, funnels)),
  ];
}
