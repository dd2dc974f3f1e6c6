import type { Counts } from '@funnel/domain';
import { liveCampaigns, named } from '../campaigns.ts';
import type { ConversionsWithoutCompletions } from '../finding.ts';
import type { CampaignWeek, FindingsInput } from '../input.ts';
import { differenceInterval } from '../statistics/compare-shares.ts';
import { proportionOf, type Share, shareOf, sumOf } from '../statistics/share.ts';
import { HALF, HARDLY_COMPLETING, MIN_CONVERSIONS } from '../thresholds.ts';
import { isFarBelow } from './far-below.ts';

/** Its own week before is the nearer benchmark; without one the other campaigns are. */
export function missingCompletions(input: FindingsInput): ConversionsWithoutCompletions[] {
  const campaigns = liveCampaigns(input);
  const converting = campaigns.filter(({ week }) => week.conversions >= MIN_CONVERSIONS);
  const tests = 2 * converting.length;
  return converting.flatMap((campaign) => {
    const week = completionShare(campaign.week);
    if (proportionOf(week) > HARDLY_COMPLETING) return [];
    const before = completionShare(campaign.previous);
    const others = sumOf(
      campaigns.filter((other) => other !== campaign).map((other) => completionShare(other.week)),
    );
    if (isFarBelow(week, before, tests)) return findingOf(campaign, week, before, 'week_before');
    return isFarBelow(week, others, tests) ? findingOf(campaign, week, others, 'other_campaigns') : [];
  });
}

function findingOf(
  campaign: CampaignWeek,
  week: Share,
  compared: Share,
  comparedWith: ConversionsWithoutCompletions['comparedWith'],
): ConversionsWithoutCompletions {
  const effect = Math.floor(week.of * HALF * Math.max(0, differenceInterval(compared, week).low));
  return {
    kind: 'conversions_without_completions',
    campaign: named(campaign),
    week,
    compared,
    comparedWith,
    effect,
  };
}

function completionShare({ completions, conversions }: Counts): Share {
  return shareOf(completions, conversions);
}
