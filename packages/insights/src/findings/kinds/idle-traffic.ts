import { conversionShare, isSeen, liveCampaigns, named } from '../campaigns.ts';
import type { TrafficWithoutConversions } from '../finding.ts';
import type { FindingsInput } from '../input.ts';
import { differenceInterval } from '../statistics/compare-shares.ts';
import { proportionOf, sumOf } from '../statistics/share.ts';
import { HALF, HARDLY_CONVERTING } from '../thresholds.ts';
import { isFarBelow } from './far-below.ts';

/** Hardly anybody converts, far fewer than in the other campaigns. */
export function idleTraffic(input: FindingsInput): TrafficWithoutConversions[] {
  const campaigns = liveCampaigns(input);
  return campaigns.filter(isSeen).flatMap((campaign, _, seen) => {
    const week = conversionShare(campaign.week);
    const others = sumOf(
      campaigns.filter((other) => other !== campaign).map((other) => conversionShare(other.week)),
    );
    if (proportionOf(week) > HARDLY_CONVERTING || !isFarBelow(week, others, seen.length)) return [];
    const effect = Math.floor(week.of * HALF * Math.max(0, differenceInterval(others, week).low));
    return { kind: 'traffic_without_conversions', campaign: named(campaign), week, others, effect };
  });
}
