import { brokenText } from '../break-text.ts';
import type { CampaignBroke, ConversionRateChange, ViewsChange } from './finding.ts';
import { campaignName, number, percent } from './phrases.ts';

/** The text for a broken campaign, as every report says it. */
export function brokeText({ campaign, broken, lastDay, effect }: CampaignBroke): string {
  const name = campaign ? campaignName(campaign) : 'The website as a whole';
  const lost =
    effect < 1
      ? ''
      : ` About ${number(effect)} ${effect === 1 ? 'conversion is' : 'conversions are'} lost a week.`;
  return `${brokenText(broken, { today: lastDay, name })}${lost}`;
}

/** The text for a changed conversion rate. */
export function rateChangeText({
  campaign,
  direction,
  week,
  previous,
  effect,
}: ConversionRateChange): string {
  const who = campaign === null ? 'The website as a whole' : campaignName(campaign);
  const change = `${who} converts ${percent(week.rate)} of ${number(week.of)} viewers, ${direction} from ${percent(previous.rate)} of ${number(previous.of)} the week before: more than chance can explain.`;
  if (direction === 'up') return `${change} Find out what changed, keep it, and try it in other campaigns.`;
  return `${change} Check what changed on the page or in its traffic sources.${atStake(effect)}`;
}

/** The text for a changed number of views. */
export function viewsChangeText({ campaign, direction, ...numbers }: ViewsChange): string {
  const { week, previous, percent: change, driver } = numbers;
  const what = campaign === null ? 'your campaigns' : campaignName(campaign);
  if (week === 0) return noViewsText(what, previous, campaign === null);
  const moved = `${number(week)} visitors saw ${what}, ${direction} from ${number(previous)} the week before`;
  const by = `${percent(change)} ${direction === 'up' ? 'more' : 'fewer'}, far beyond the usual variation`;
  const most =
    driver === null
      ? ''
      : ` Most of the change comes from ${campaignName(driver)}: from ${number(driver.previous)} to ${number(driver.week)}.`;
  return `${moved}: ${by}.${most} ${nextStep(campaign === null && driver === null, direction)}`;
}

function noViewsText(what: string, previous: number, isWebsite: boolean): string {
  const check = isWebsite
    ? 'check now that they are still active, placed on pages and loading, and that their events arrive'
    : 'check now that it is still active, placed on a page and loading';
  return `No visitors saw ${what} during the week, down from ${number(previous)} the week before. If this was not intended, ${check}.`;
}

function nextStep(isWebsite: boolean, direction: ViewsChange['direction']): string {
  if (direction === 'up')
    return 'Find out where these visitors come from, and make sure that they see your best offer.';
  return isWebsite
    ? 'If no holiday or ended promotion explains it, check that your campaigns still load on every page.'
    : 'If this was not intended, check that it is still placed and that its pages still get visitors.';
}

function atStake(effect: number): string {
  if (effect < 1) return '';
  return ` At stake: at least ${number(effect)} ${effect === 1 ? 'conversion' : 'conversions'} a week.`;
}
