import type { CampaignBroke } from '@funnel/words';
import { conversionShare, type FindingsInput, liveCampaigns, named } from '../input.ts';

const WEEK_DAYS = 7;

/** What is broken at the end of the week, as every report says it. */
export function brokenCampaigns(input: FindingsInput): CampaignBroke[] {
  const subjects = [
    { campaign: null, subject: input.website, broken: input.broken },
    ...liveCampaigns(input).map((one) => ({ campaign: named(one), subject: one, broken: one.broken })),
  ];
  return subjects.flatMap(({ campaign, subject, broken }): CampaignBroke[] => {
    if (!broken) return [];
    const days = input.lastDay - broken.day + 1;
    // Of the numbers that the text says. Where nobody comes any more, nothing is lost by it.
    const lost =
      broken.what === 'views' || broken.silentSince !== undefined
        ? 0
        : (WEEK_DAYS * (Math.round(broken.expected) - broken.since.count)) / days;
    return [
      {
        kind: 'campaign_broke',
        campaign,
        broken,
        lastDay: input.lastDay,
        week: conversionShare(subject.week),
        previous: conversionShare(subject.previous),
        effect: Math.floor(lost),
      },
    ];
  });
}
