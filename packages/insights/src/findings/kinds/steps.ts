import { boundsOf, shareOf } from '@funnel/domain';
import type { NextStepMissed, StepDropOff } from '@funnel/words';
import {
  type CampaignWeek,
  type FindingsInput,
  liveCampaigns,
  named,
  type StepWeek,
  type VariantWeek,
} from '../input.ts';
import { EXPECTED_NEXT_STEP, HALF, MIN_CONVERSIONS, MIN_FACT_VIEWS, MODEST_GAIN } from '../thresholds.ts';

interface Transition {
  campaign: CampaignWeek;
  variant: VariantWeek;
  from: StepWeek;
  to: StepWeek;
}

/** Finds transitions where visitors who acted do not see the next step. */
export function missedNextSteps(input: FindingsInput): NextStepMissed[] {
  return transitionsOf(input).flatMap((transition) => {
    const acted = transition.from.week.conversions;
    const reached = shareOf(Math.min(transition.to.week.views, acted), acted);
    const { high } = boundsOf(reached);
    if (acted < MIN_CONVERSIONS || high >= EXPECTED_NEXT_STEP) return [];
    const effect = Math.floor(acted * (1 - high));
    const lost = acted - reached.count;
    return { kind: 'next_step_missed', ...placeOf(transition), reached, lost, effect };
  });
}

/** Finds transitions that most visitors of a step do not make, the one that loses the most visitors first. */
export function stepDropOffs(input: FindingsInput): StepDropOff[] {
  const found = transitionsOf(input).flatMap((transition): StepDropOff[] => {
    const viewers = transition.from.week.views;
    const reached = shareOf(transition.to.week.views, viewers);
    const { low, high } = boundsOf(reached);
    if (viewers < MIN_FACT_VIEWS || high >= HALF) return [];
    const effect = Math.floor(MODEST_GAIN * low * viewers);
    const lost = viewers - reached.count;
    return [{ kind: 'step_drop_off', ...placeOf(transition), reached, lost, apartFrom: [], effect }];
  });
  return found.sort((a, b) => b.lost - a.lost || a.from.id - b.from.id);
}

function transitionsOf(input: FindingsInput): Transition[] {
  return liveCampaigns(input).flatMap((campaign) =>
    campaign.variants.flatMap((variant) => {
      const steps = [...variant.steps].sort((a, b) => a.position - b.position || a.id - b.id);
      return steps.flatMap((to, index) => {
        const from = steps[index - 1];
        return from === undefined ? [] : { campaign, variant, from, to };
      });
    }),
  );
}

function placeOf({ campaign, variant: { id, name, variation }, from, to }: Transition) {
  return {
    campaign: named(campaign),
    variant: campaign.variants.length > 1 ? { id, name, variation } : null,
    from: { id: from.id, name: from.name, position: from.position },
    to: { id: to.id, name: to.name, position: to.position },
  };
}
