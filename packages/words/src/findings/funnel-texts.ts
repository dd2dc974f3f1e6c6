import { numberText } from '@funnel/domain';
import { percentText } from '../phrases/formats.ts';
import { campaignName, letterOf, listText, stepText, variantTitle } from '../phrases/names.ts';
import { countText, moneyText, shareText } from '../phrases/numbers.ts';
import type {
  BestRevenuePerView,
  ConversionsWithoutCompletions,
  NextStepMissed,
  StepDropOff,
  TrafficWithoutConversions,
} from './finding.ts';

export function noConversionsText({ campaign, week, others }: TrafficWithoutConversions): string {
  return `${campaignName(campaign)} gets views but almost no conversions: ${shareText(week, 'viewers')}, while your other campaigns together convert ${percentText(others.rate)}. Change its offer or its placement, or replace it with another campaign.`;
}

export function noCompletionsText(finding: ConversionsWithoutCompletions): string {
  const { campaign, week, compared, comparedWith } = finding;
  const reference =
    comparedWith === 'week_before'
      ? `down from ${shareText(compared, 'converted visitors')} the week before`
      : `compared with ${percentText(compared.rate)} in your other campaigns`;
  return `${campaignName(campaign)} converts, but almost no visitors reach its goal: ${shareText(week, 'converted visitors')}, ${reference}. Go through the steps after the conversion yourself, and check that the goal is still recorded.`;
}

export function missedStepText({ reached, lost, ...finding }: NextStepMissed): string {
  const { from, to } = finding;
  return `In ${placeText(finding)}, only ${numberText(reached.count)} of ${numberText(reached.of)} visitors who acted on ${stepText(from)} saw ${stepText(to)} (${percentText(reached.rate)}): ${numberText(lost)} were lost after they had already acted. Try that transition yourself, also on a phone.`;
}

export function dropOffText({ reached, lost, apartFrom, ...finding }: StepDropOff): string {
  const { from, to } = finding;
  return `${apartText(apartFrom)} biggest drop-off is in ${placeText(finding)}: of ${numberText(reached.of)} visitors who saw ${stepText(from)}, ${numberText(reached.count)} continued to ${stepText(to)} (${percentText(reached.rate)}) and ${numberText(lost)} left. Ask for less there, or make it clearer what comes next.`;
}

/** "Apart from “Book a demo”, which is broken, the" */
function apartText(apartFrom: StepDropOff['apartFrom']): string {
  const [first, second] = apartFrom;
  if (!first) return 'The';
  if (!second) return `Apart from ${campaignName(first)}${first.isBroken ? ', which is broken' : ''}, the`;
  const names = apartFrom.map(campaignName);
  return `Apart from ${listText(names, { most: names.length > 2 ? 1 : 2 })}, the`;
}

export function bestRevenueText({ campaign, currency, week, others }: BestRevenuePerView): string {
  const earned = `${moneyText(week.revenueCents, currency)} from ${countText(week.orders, 'order')} and ${countText(week.views, 'viewer')}`;
  return `${campaignName(campaign)} earns the most per viewer: ${moneyText(week.perViewCents, currency)} (${earned}), compared with ${moneyText(others.perViewCents, currency)} for your other campaigns with orders. Show it to more visitors: on more pages, or instead of a weaker campaign.`;
}

function placeText({ campaign, variant }: Pick<StepDropOff, 'campaign' | 'variant'>): string {
  if (variant === null) return campaignName(campaign);
  const title = variantTitle({ letter: letterOf(variant), name: variant.name });
  return `variant ${title} of ${campaignName(campaign)}`;
}
