import { dateText } from '@funnel/domain';
import type { CampaignBroke } from '../finding.ts';
import { conversionShare, type FindingsInput, liveCampaigns, named } from '../input.ts';

const WEEK_DAYS = 7;

/** The campaigns that are broken at the end of the week, as every report says it. */
export function brokenCampaigns(input: FindingsInput): CampaignBroke[] {
  return liveCampaigns(input).flatMap((campaign): CampaignBroke[] => {
    const { broken } = campaign;
    if (!broken) return [];
    const days = input.lastDay - broken.day + 1;
    const lost = broken.what === 'views' ? 0 : (WEEK_DAYS * (broken.expected - broken.since.count)) / days;
    return [
      {
        kind: 'campaign_broke',
        campaign: named(campaign),
        broken,
        lastDay: input.lastDay,
        since: dateText(broken.day, input.lastDay),
        usual: Math.round(broken.what === 'views' ? broken.viewersPerDay : broken.expected),
        week: conversionShare(campaign.week),
        previous: conversionShare(campaign.previous),
        effect: Math.floor(lost),
      },
    ];
  });
}
