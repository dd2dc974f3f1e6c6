import type {
  BestRevenuePerView,
  ConversionsWithoutCompletions,
  NextStepMissed,
  StepDropOff,
  TrafficWithoutConversions,
} from '../finding.ts';
import { campaignName, money, number, percent, shareOfAll, variantName } from './words.ts';

export function idleText({ campaign, week, others }: TrafficWithoutConversions): string {
  return `${campaignName(campaign)} is seen but hardly anybody acts on it: ${shareOfAll(week, 'viewers')}, while your other campaigns together convert ${percent(others.rate)}. Change its offer or where it is shown, or give its place to another campaign.`;
}

export function completionsText(finding: ConversionsWithoutCompletions): string {
  const { campaign, week, compared, comparedWith } = finding;
  const reference =
    comparedWith === 'week_before'
      ? `after ${shareOfAll(compared, 'converted visitors')} the week before`
      : `while in your other campaigns ${percent(compared.rate)} do`;
  return `${campaignName(campaign)} converts, but hardly anybody reaches its goal: ${shareOfAll(week, 'converted visitors')}, ${reference}. Go through what follows the conversion yourself, and check that the goal is still recorded.`;
}

export function missedStepText({ reached, lost, ...finding }: NextStepMissed): string {
  const { from, to } = finding;
  return `In ${placeText(finding)} only ${number(reached.count)} of ${number(reached.of)} visitors who acted on step ${number(from.position)} saw step ${number(to.position)} (${percent(reached.rate)}): ${number(lost)} are lost after they had already acted. Try that transition yourself, on a phone too.`;
}

export function dropOffText({ reached, lost, ...finding }: StepDropOff): string {
  const { from, to } = finding;
  return `The biggest drop-off is in ${placeText(finding)}: of ${number(reached.of)} visitors who see step ${number(from.position)}, ${number(reached.count)} go on to step ${number(to.position)} (${percent(reached.rate)}) and ${number(lost)} leave. Ask for less on step ${number(from.position)}, or make plainer what comes after it.`;
}

export function bestRevenueText({ campaign, currency, week, others }: BestRevenuePerView): string {
  const earned = `${money(currency, week.revenueCents)} from ${number(week.orders)} orders of ${number(week.views)} viewers`;
  return `${campaignName(campaign)} earns most per viewer: ${money(currency, week.perViewCents)} (${earned}); your other selling campaigns earn ${money(currency, others.perViewCents)}. Show it to more visitors: on more pages, or in place of a weaker campaign.`;
}

function placeText({ campaign, variant }: Pick<StepDropOff, 'campaign' | 'variant'>): string {
  return variant === null ? campaignName(campaign) : `${variantName(variant)} of ${campaignName(campaign)}`;
}
