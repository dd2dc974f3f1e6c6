import type { CampaignState } from '@funnel/metrics';
import type { Funnel } from '@funnel/words';
import type { Below } from '../../findings/below.ts';
import type { ExperimentFacts } from '../../findings/experiments.ts';
import type { ChangeFacts } from '../../findings/report-facts.ts';
import { aboutDays } from '../../notes/about-days.ts';
import { below } from '../../notes/below.ts';
import { brokenCampaign } from '../../notes/broken.ts';
import { comparedDays } from '../../notes/compared-days.ts';
import type { Note } from '../../notes/note.ts';
import { rateChange } from '../../notes/rate-change.ts';
import { splitMismatch } from '../../notes/split-mismatch.ts';
import { stepFlow } from '../../notes/step-flow.ts';
import { variantVerdicts } from '../../notes/variant-verdicts.ts';
import { about, type Numbers, pointsDoNotAddUp, viewsOfSteps } from '../../notes/what-counts.ts';
import { whyChanged } from '../../notes/why-changed.ts';

interface Facts extends ExperimentFacts, ChangeFacts {
  data: Numbers;
  funnels: readonly Funnel[];
  below: Below | undefined;
  /** Whether it is broken; undefined if nobody watches it any more. */
  state: CampaignState | undefined;
}

export function campaignNotes(facts: Facts): Note[] {
  const { period, data, funnels, broken, isOver } = facts;
  return [
    ...brokenCampaign(facts),
    ...aboutDays(facts, { isDone: isOver }),
    ...comparedDays(facts, { parts: 'variants', broken }),
    ...splitMismatch(facts),
    ...variantVerdicts(facts),
    ...rateChange(facts),
    ...whyChanged(facts),
    ...stepFlow(facts),
    ...below(facts.below),
    ...about(pointsDoNotAddUp(period, data), viewsOfSteps(period, funnels)),
  ];
}
