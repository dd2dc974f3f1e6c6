import { liveCampaigns, named } from '../campaigns.ts';
import type { NextStepMissed, StepDropOff } from '../finding.ts';
import type { CampaignWeek, FindingsInput, StepWeek, VariantWeek } from '../input.ts';
import { boundsOf } from '../statistics/share-bounds.ts';
import { shareOf } from '../statistics/share.ts';
import { HALF, MIN_CONVERSIONS, MIN_FACT_VIEWS, MODEST_GAIN, USUALLY_SHOWN } from '../thresholds.ts';

/** From one step of a variant's funnel to the next. */
interface Passage {
  campaign: CampaignWeek;
  variant: VariantWeek;
  from: StepWeek;
  to: StepWeek;
}

/** Every passage where those who acted do not see what comes next. */
export function missedNextSteps(input: FindingsInput): NextStepMissed[] {
  return passagesOf(input).flatMap((passage) => {
    const acted = passage.from.week.conversions;
    const reached = shareOf(Math.min(passage.to.week.views, acted), acted);
    const { high } = boundsOf(reached);
    if (acted < MIN_CONVERSIONS || high >= USUALLY_SHOWN) return [];
    const effect = Math.floor(acted * (1 - high));
    const lost = acted - reached.count;
    return { kind: 'next_step_missed', ...placeOf(passage), reached, lost, effect };
  });
}

/** Every passage that most visitors of a step do not make, the one that loses most first. */
export function stepDropOffs(input: FindingsInput): StepDropOff[] {
  const found = passagesOf(input).flatMap((passage): StepDropOff[] => {
    const viewers = passage.from.week.views;
    const reached = shareOf(passage.to.week.views, viewers);
    const { low, high } = boundsOf(reached);
    if (viewers < MIN_FACT_VIEWS || high >= HALF) return [];
    const effect = Math.floor(MODEST_GAIN * low * viewers);
    const lost = viewers - reached.count;
    return [{ kind: 'step_drop_off', ...placeOf(passage), reached, lost, effect }];
  });
  return found.sort((a, b) => b.lost - a.lost || a.from.id - b.from.id);
}

function passagesOf(input: FindingsInput): Passage[] {
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

function placeOf({ campaign, variant: { id, name, variation }, from, to }: Passage) {
  return {
    campaign: named(campaign),
    variant: campaign.variants.length > 1 ? { id, name, variation } : null,
    from: { id: from.id, position: from.position },
    to: { id: to.id, position: to.position },
  };
}
