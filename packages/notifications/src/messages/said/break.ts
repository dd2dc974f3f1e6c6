import { stoppedTooTexts, whatToCheck } from '@funnel/words';
import { dashboardPage } from '../links.ts';
import type { CampaignBroke, CampaignRecovered } from '../message.ts';
import { campaignName, letterName, websiteName } from '../names.ts';
import type { Formats } from '../reader-formats.ts';
import { chartOf } from './chart.ts';
import type { Said, Telling } from './said.ts';

const WENT_ON = { conversions: 'converted', submissions: 'submitted a form', completions: 'completed it' };
const WHY = 'You get this because messages about breaks are switched on for you.';

/** Words for a campaign that broke, or that is still broken. */
export function sayBreak(message: CampaignBroke, { formats, links }: Telling): Said {
  const { type, website, campaign, since, what, isSaidFixed } = message;
  const isStill = type === 'campaign.still_broken';
  const label = isStill ? 'Still broken' : 'Broken';
  const subject = campaign ? campaignName(campaign) : 'all campaigns';
  return {
    tone: 'down',
    subject: `${label} since ${formats.shortDay(since)}: ${subject} on ${websiteName(website)}`,
    label,
    about: websiteName(website),
    title: isStill ? `${subjectOf(message)} is still broken` : titleOf(message),
    lead: numbersText(message, formats),
    details: [
      ...(isSaidFixed ? ['It is still broken, although somebody said that it was fixed.'] : []),
      ...goneTexts(message, formats),
      ...alsoTexts(message),
    ],
    advice: `First, check ${whatToCheck(message)}.`,
    chart: chartOf({ days: message.days, what, since }, formats),
    button: buttonTo(message, links),
    why: WHY,
  };
}

/** Words for a campaign that works again. */
export function sayRecovered(message: CampaignRecovered, { formats, links }: Telling): Said {
  const { website, campaign, since, what, on, days } = message;
  const subject = campaign ? campaignName(campaign) : 'all campaigns';
  return {
    tone: 'up',
    subject: `Works again: ${subject} on ${websiteName(website)}`,
    label: 'Works again',
    about: websiteName(website),
    title: `${subjectOf(message)} works again`,
    lead: `It broke on ${formats.day(since)} and was seen working again on ${formats.day(on)}.`,
    details: [],
    chart: chartOf({ days, what, since, on }, formats),
    button: buttonTo(message, links),
    why: WHY,
  };
}

type Subject = Pick<CampaignBroke, 'website' | 'campaign'>;

/** The campaign, or the website if it is about all of its campaigns. */
function subjectOf({ website, campaign }: Subject): string {
  return campaign ? campaignName(campaign) : websiteName(website);
}

function buttonTo({ website, campaign }: Subject, links: Telling['links']): Said['button'] {
  const href = dashboardPage(links, website, campaign);
  return href === undefined ? undefined : { text: campaign ? 'See the campaign' : 'See the website', href };
}

function titleOf(message: CampaignBroke): string {
  const { campaign, what, seen } = message;
  const name = subjectOf(message);
  const isNone = seen?.count === 0;
  const nobody = isNone ? 'Nobody' : 'Hardly anybody';
  switch (what) {
    case 'views':
      return `Nobody sees ${campaign ? name : `the campaigns of ${name}`} any more`;
    case 'conversions':
      return `${name} ${isNone ? 'no longer converts' : 'hardly converts any more'}`;
    case 'submissions':
      return `${nobody} submits the ${campaign ? 'form' : 'forms'} of ${name} any more`;
    case 'completions':
      break;
  }
  return `${nobody} completes ${campaign ? name : `the campaigns of ${name}`} any more`;
}

/** "Since Tuesday, November 10, 6 of 1,064 viewers converted; 103 would have before." */
function numbersText({ what, since, seen, viewersPerDay }: CampaignBroke, formats: Formats): string {
  const day = formats.day(since);
  if (what === 'views' || !seen) {
    const before = viewersPerDay === null ? '' : ` Before, ${usuallyText(viewersPerDay, formats)}.`;
    return `Nobody has come since ${day}.${before}`;
  }
  const few = seen.count === 0 ? 'none' : formats.number(seen.count);
  const expected = formats.number(Math.round(seen.expected));
  return `Since ${day}, ${few} of ${formats.number(seen.viewers)} viewers ${WENT_ON[what]}; ${expected} would have before.`;
}

/** A campaign can break first and be switched off later. */
function goneTexts({ what, seen, viewersPerDay }: CampaignBroke, formats: Formats): string[] {
  if (what === 'views' || !seen || viewersPerDay === null) return [];
  return [`By now nobody comes at all; before, ${usuallyText(viewersPerDay, formats)}.`];
}

function usuallyText(viewersPerDay: number, formats: Formats): string {
  const viewers = Math.round(viewersPerDay);
  return `about ${formats.number(viewers)} ${viewers === 1 ? 'viewer' : 'viewers'} came a day`;
}

function alsoTexts({ also }: CampaignBroke): string[] {
  const others = stoppedTooTexts(also);
  const variants = also.variants.map(letterName).filter((letter) => letter !== '');
  return [
    ...(others.length > 0 ? [`Also down: ${listed(others)}.`] : []),
    ...(variants.length > 0 ? [`It is variant ${listed(variants)}; the others still work.`] : []),
  ];
}

const MAX_LISTED = 6;

/** "a, b and c". */
function listed(texts: readonly string[]): string {
  const more = texts.length - MAX_LISTED;
  const shown = more > 1 ? [...texts.slice(0, MAX_LISTED), `${more} more`] : [...texts];
  const last = shown.pop() ?? '';
  return shown.length === 0 ? last : `${shown.join(', ')} and ${last}`;
}
