import type { BrokenCampaign } from '@funnel/domain';
import { breakSentences, breakTitle, campaignName, recoveryText, websiteName } from '@funnel/words';
import { dashboardPage } from '../links.ts';
import type { CampaignBroke, CampaignRecovered, Links } from '../message.ts';
import { chartOf } from './chart.ts';
import type { MessageText, TextContext } from './message-text.ts';

const WHY = 'You get this because messages about breaks are switched on for you.';

/** The text for a campaign that broke, or that is still broken. */
export function brokeText(message: CampaignBroke, { formats, links }: TextContext): MessageText {
  const { type, website, campaign, since, what, seen, isSaidFixed } = message;
  const isStill = type === 'campaign.still_broken';
  const label = isStill ? 'Still broken' : 'Broken';
  const { lead, details, advice } = breakSentences(brokenOf(message), formats, subjectOf(message));
  const names = {
    campaign: campaign ? campaignName(campaign) : undefined,
    website: websiteName(website),
  };
  return {
    tone: 'down',
    subject: `${label} since ${formats.shortDay(since)}: ${placeOf(message)}`,
    label,
    about: websiteName(website),
    title: isStill
      ? `${nameOf(message)} is still broken`
      : breakTitle({ what, isNone: seen?.count === 0, ...names }),
    lead,
    details: [
      ...(isSaidFixed ? ['It is still broken, although somebody said that it was fixed.'] : []),
      ...details,
    ],
    advice,
    chart: chartOf({ days: message.days, what, since }, formats),
    button: buttonTo(message, links),
    why: WHY,
  };
}

export function recoveredText(message: CampaignRecovered, { formats, links }: TextContext): MessageText {
  const { website, since, what, on, days } = message;
  return {
    tone: 'up',
    subject: `Works again: ${placeOf(message)}`,
    label: 'Works again',
    about: websiteName(website),
    title: `${nameOf(message)} works again`,
    lead: recoveryText({ since, on }, formats),
    details: [],
    chart: chartOf({ days, what, since, on }, formats),
    button: buttonTo(message, links),
    why: WHY,
  };
}

function brokenOf({ what, since, seen, viewersPerDay, also }: CampaignBroke): BrokenCampaign {
  if (what === 'views' || !seen)
    return { what: 'views', day: since, viewersPerDay: viewersPerDay ?? 0, also };
  const { count, viewers: of, expected } = seen;
  return { what, day: since, since: { count, of }, expected, silentSince: undefined, also };
}

type Place = Pick<CampaignBroke, 'website' | 'campaign'>;

/** The campaign, or the website if it is about all of its campaigns. */
function nameOf({ website, campaign }: Place): string {
  return campaign ? campaignName(campaign) : websiteName(website);
}

/** The same where it stands for what people see. */
function subjectOf(message: CampaignBroke): string {
  const isOfWebsite = message.campaign === null && message.what === 'views';
  return isOfWebsite ? `the campaigns of ${nameOf(message)}` : nameOf(message);
}

function placeOf({ website, campaign }: Place): string {
  return `${campaign ? campaignName(campaign) : 'all campaigns'} on ${websiteName(website)}`;
}

function buttonTo({ website, campaign }: Place, links: Links): MessageText['button'] {
  const href = dashboardPage(links, website, campaign);
  return href === undefined ? undefined : { text: campaign ? 'See the campaign' : 'See the website', href };
}
