import type { ConversionRateChange, ConversionsStopped, ViewsChange } from '../finding.ts';
import { campaignName, number, percent, shareOfAll } from './words.ts';

export function stoppedText({ campaign, week, previous, effect }: ConversionsStopped): string {
  const stopped = week.count === 0 ? 'stopped' : 'all but stopped';
  return `${campaignName(campaign)} has ${stopped} converting: ${shareOfAll(week, 'viewers')}, after ${shareOfAll(previous, 'viewers')} the week before. Views go on, so something is probably broken: try its form, buttons and links today.${atStake(effect)}`;
}

export function rateChangeText({
  campaign,
  direction,
  week,
  previous,
  effect,
}: ConversionRateChange): string {
  const who = campaign === null ? 'The website as a whole' : campaignName(campaign);
  const rates = `converts ${percent(week.rate)} of ${number(week.of)} viewers, after ${percent(previous.rate)} of ${number(previous.of)} the week before`;
  if (direction === 'up')
    return `${who} ${rates}: a rise that chance does not explain. Find out what changed, keep it, and try the same elsewhere.`;
  return `${who} ${rates}: a fall that chance does not explain. Check what changed on the page or in where its visitors come from.${atStake(effect)}`;
}

export function viewsChangeText({ campaign, direction, ...numbers }: ViewsChange): string {
  const { week, previous, percent: change, driver } = numbers;
  const what = campaign === null ? 'your campaigns' : campaignName(campaign);
  if (week === 0) return goneText(what, previous);
  const moved = `${number(week)} visitors saw ${what}, after ${number(previous)} the week before`;
  const by = `${percent(change)} ${direction === 'up' ? 'more' : 'fewer'}, well beyond the usual swing`;
  const most =
    driver === null
      ? ''
      : ` Most of it is ${campaignName(driver)}: ${number(driver.week)} after ${number(driver.previous)}.`;
  return `${moved}: ${by}.${most} ${nextStep(campaign === null && driver === null, direction)}`;
}

function goneText(what: string, previous: number): string {
  return `No visitor saw ${what} in the week, after ${number(previous)} the week before. If that was not meant, check at once: still switched on, placed and loading?`;
}

function nextStep(isWebsite: boolean, direction: ViewsChange['direction']): string {
  if (direction === 'up')
    return 'Find out where they come from, and check that your best offer is what they see.';
  return isWebsite
    ? 'If no holiday or ended promotion explains it, check that the campaigns still load on every page.'
    : 'If you did not mean it, check that it is still placed and that its pages still get visitors.';
}

function atStake(effect: number): string {
  if (effect < 1) return '';
  return ` At stake: at least ${number(effect)} ${effect === 1 ? 'conversion' : 'conversions'} a week.`;
}
