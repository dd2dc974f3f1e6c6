import { numberText, type Share } from '@funnel/domain';
import { brokenText } from '../breaks/break-text.ts';
import { percentText, plainFormats } from '../phrases/formats.ts';
import { campaignName } from '../phrases/names.ts';
import { chanceText, countText } from '../phrases/numbers.ts';
import type { CampaignBroke, ConversionRateChange, ViewsChange } from './finding.ts';

/** The text for a broken campaign, as every report says it. */
export function brokeText({ campaign, broken, lastDay, effect }: CampaignBroke): string {
  const lost =
    effect < 1 ? '' : ` About ${countText(effect, 'conversion')} ${effect === 1 ? 'is' : 'are'} lost a week.`;
  return `${brokenText(broken, plainFormats(lastDay), subjectOf(campaign))}${lost}`;
}

export function rateChangeText({
  campaign,
  direction,
  week,
  previous,
  effect,
}: ConversionRateChange): string {
  const rateOf = ({ rate, of }: Share) => `${percentText(rate)} of ${numberText(of)}`;
  const change = `${subjectOf(campaign)} converts ${rateOf(week)} viewers, ${direction} from ${rateOf(previous)} the week before, ${chanceText(true)}.`;
  if (direction === 'up') return `${change} Find out what changed, keep it, and try it in other campaigns.`;
  const stake = effect < 1 ? '' : ` At stake: at least ${countText(effect, 'conversion')} a week.`;
  return `${change} Check what changed on the page or in its traffic sources.${stake}`;
}

export function viewsChangeText({ campaign, direction, ...numbers }: ViewsChange): string {
  const { week, previous, percent, driver } = numbers;
  const what = campaign === null ? 'your campaigns' : campaignName(campaign);
  if (week === 0) return noViewsText(what, previous, campaign === null);
  const moved = `${countText(week, 'visitor')} saw ${what}, ${direction} from ${numberText(previous)} the week before`;
  const by = `${percentText(percent)} ${direction === 'up' ? 'more' : 'fewer'}, ${chanceText(true)}`;
  const most =
    driver === null
      ? ''
      : ` Most of the change comes from ${campaignName(driver)}: from ${numberText(driver.previous)} to ${numberText(driver.week)}.`;
  return `${moved}: ${by}.${most} ${nextStep(campaign === null && driver === null, direction)}`;
}

/** The campaign, or all of them. */
function subjectOf(campaign: CampaignBroke['campaign']): string {
  return campaign === null ? 'The website as a whole' : campaignName(campaign);
}
function noViewsText(what: string, previous: number, isWebsite: boolean): string {
  const check = isWebsite
    ? 'check now that they are still active, placed on pages and loading, and that their events arrive'
    : 'check now that it is still active, placed on a page and loading';
  return `No visitors saw ${what} during the week, down from ${numberText(previous)} the week before. If this was not intended, ${check}.`;
}

function nextStep(isWebsite: boolean, direction: ViewsChange['direction']): string {
  if (direction === 'up')
    return 'Find out where these visitors come from, and make sure that they see your best offer.';
  return isWebsite
    ? 'If no holiday or ended promotion explains it, check that your campaigns still load on every page.'
    : 'If this was not intended, check that it is still placed and that its pages still get visitors.';
}
