import { named } from '../campaigns.ts';
import type { Named } from '../finding.ts';
import { differenceInterval, isComparable, zOfDifference } from '../statistics/compare-shares.ts';
import { twoSidedP } from '../statistics/normal.ts';
import { proportionOf, type Share } from '../statistics/share.ts';
import { MIN_RATE_CHANGE, MIN_VIEWS, MODEST_GAIN, RATE_SPREAD, STOPPED } from '../thresholds.ts';
import type { TestedChange, WeekChange } from './tested-change.ts';

export function rateChange(campaign: Named | null, week: Share, previous: Share): TestedChange[] {
  if (Math.min(week.of, previous.of) < MIN_VIEWS || !isComparable(week, previous)) return [];
  const p = twoSidedP(zOfDifference(week, previous, RATE_SPREAD));
  return [{ p, finding: findingOf(campaign, week, previous) }];
}

function findingOf(campaign: Named | null, week: Share, previous: Share): WeekChange | undefined {
  const [now, before] = [proportionOf(week), proportionOf(previous)];
  if (Math.abs(now - before) < MIN_RATE_CHANGE * before) return undefined;
  if (now > before) {
    const effect = MODEST_GAIN * visitors(week, differenceInterval(week, previous, RATE_SPREAD).low);
    return change(campaign, 'up', week, previous, effect);
  }
  const effect = visitors(week, differenceInterval(previous, week, RATE_SPREAD).low);
  if (campaign !== null && now <= STOPPED * before) {
    return {
      kind: 'conversions_stopped',
      campaign: named(campaign),
      week,
      previous,
      effect: Math.floor(effect),
    };
  }
  return change(campaign, 'down', week, previous, effect);
}

function change(
  campaign: Named | null,
  direction: 'up' | 'down',
  week: Share,
  previous: Share,
  effect: number,
): WeekChange {
  return {
    kind: 'conversion_rate_change',
    campaign: campaign && named(campaign),
    direction,
    week,
    previous,
    effect: Math.floor(effect),
  };
}

function visitors(week: Share, difference: number): number {
  return week.of * Math.max(0, difference);
}
