import {
  type Counts,
  differenceInterval,
  FAMILY_ALPHA,
  isComparable,
  proportionOf,
  type Share,
  shareOf,
  sumShares,
  twoSidedP,
  zOfDifference,
} from '@funnel/domain';
import type { ConversionsWithoutCompletions, TrafficWithoutConversions } from '@funnel/words';
import {
  type CampaignWeek,
  conversionShare,
  type FindingsInput,
  hasEnoughViews,
  liveCampaigns,
  named,
} from '../input.ts';
import { compareWeeks } from '../statistics/compare-weeks.ts';
import {
  ALMOST_NO_COMPLETIONS,
  ALMOST_NO_CONVERSIONS,
  HALF,
  MIN_CONVERSIONS,
  RATE_SPREAD,
  STOPPED,
} from '../thresholds.ts';

/** Finds campaigns with almost no conversions, far below the other campaigns. */
export function trafficWithoutConversions(input: FindingsInput): TrafficWithoutConversions[] {
  const campaigns = liveCampaigns(input);
  return campaigns.filter(hasEnoughViews).flatMap((campaign, _, tested) => {
    const week = conversionShare(campaign.week);
    const others = sumShares(
      campaigns.filter((other) => other !== campaign).map((other) => conversionShare(other.week)),
    );
    if (proportionOf(week) > ALMOST_NO_CONVERSIONS || !isFarBelow(week, others, tested.length)) return [];
    const effect = realisticGain(week, others);
    return { kind: 'traffic_without_conversions', campaign: named(campaign), week, others, effect };
  });
}

/** Finds campaigns with almost no completions. The benchmark is the week before, otherwise the other campaigns. */
export function conversionsWithoutCompletions(input: FindingsInput): ConversionsWithoutCompletions[] {
  const campaigns = liveCampaigns(input);
  const converting = campaigns.filter(({ week }) => week.conversions >= MIN_CONVERSIONS);
  const changes = compareWeeks(input, converting);
  return converting.flatMap((campaign) => {
    const week = completionShare(campaign.week);
    if (proportionOf(week) > ALMOST_NO_COMPLETIONS) return [];
    const before = completionShare(campaign.previous);
    const others = sumShares(
      campaigns.filter((other) => other !== campaign).map((other) => completionShare(other.week)),
    );
    const isFall = changes.get(campaign)?.beyondChance.has('completion_rate') && hasStopped(week, before);
    if (isFall) return findingOf(campaign, week, before, 'week_before');
    return isFarBelow(week, others, converting.length)
      ? findingOf(campaign, week, others, 'other_campaigns')
      : [];
  });
}

/** Whether a share is at most a quarter of its benchmark. */
export function hasStopped(share: Share, benchmark: Share): boolean {
  return proportionOf(share) <= STOPPED * proportionOf(benchmark);
}

/** Whether it is so far below other campaigns of the same week, significantly so for this number of tests. */
function isFarBelow(share: Share, benchmark: Share, tests: number): boolean {
  if (!isComparable(share, benchmark) || !hasStopped(share, benchmark)) return false;
  return twoSidedP(zOfDifference(share, benchmark, RATE_SPREAD)) <= FAMILY_ALPHA / tests;
}

function findingOf(
  campaign: CampaignWeek,
  week: Share,
  compared: Share,
  comparedWith: ConversionsWithoutCompletions['comparedWith'],
): ConversionsWithoutCompletions {
  return {
    kind: 'conversions_without_completions',
    campaign: named(campaign),
    week,
    compared,
    comparedWith,
    effect: realisticGain(week, compared),
  };
}

/** Visitors a week if the campaign made up half of the difference to its benchmark. */
function realisticGain(week: Share, benchmark: Share): number {
  return Math.floor(week.of * HALF * Math.max(0, differenceInterval(benchmark, week).low));
}

function completionShare({ completions, conversions }: Counts): Share {
  return shareOf(completions, conversions);
}
