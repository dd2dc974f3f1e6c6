import { type Counts, rate } from '@funnel/domain';
import { conversionShare, named } from '../campaigns.ts';
import type { Named, ViewsChange } from '../finding.ts';
import type { CampaignWeek } from '../input.ts';
import { surelyDifferent, zOfViews } from '../statistics/compare-views.ts';
import { twoSidedP } from '../statistics/normal.ts';
import { proportionOf } from '../statistics/share.ts';
import { HALF, MIN_VIEWS, MIN_VIEWS_CHANGE, MODEST_GAIN, OWN_DOING } from '../thresholds.ts';
import type { TestedChange } from './tested-change.ts';

/** Where everything falls by a third the largest campaign falls most, and explains nothing. */
const AHEAD_OF_THE_REST = 2;

/** A campaign without views in the week before has begun, not changed. */
export function viewsChange(
  campaign: Named | null,
  { views: week }: Counts,
  before: Counts,
  campaigns: readonly CampaignWeek[],
): TestedChange[] {
  const previous = before.views;
  if (previous < MIN_VIEWS) return [];
  const p = twoSidedP(zOfViews(week, previous));
  const difference = Math.abs(week - previous);
  if (difference < MIN_VIEWS_CHANGE * previous) return [{ p, finding: undefined }];

  const direction = week > previous ? 'up' : 'down';
  const part = direction === 'up' ? MODEST_GAIN : OWN_DOING;
  const finding: ViewsChange = {
    kind: 'views_change',
    campaign: campaign && named(campaign),
    direction,
    week,
    previous,
    percent: rate(difference, previous),
    driver: campaign === null ? driverOf(campaigns, week, previous) : null,
    effect: Math.floor(part * surelyDifferent(week, previous) * proportionOf(conversionShare(before))),
  };
  return [{ p, finding }];
}

/** The campaign that accounts for at least half of the website's change, and changed more than the rest did. */
function driverOf(campaigns: readonly CampaignWeek[], week: number, previous: number): ViewsChange['driver'] {
  const [first] = campaigns
    .map((campaign) => ({
      ...named(campaign),
      week: campaign.week.views,
      previous: campaign.previous.views,
      share: (campaign.week.views - campaign.previous.views) / (week - previous),
    }))
    .sort((a, b) => b.share - a.share || a.id - b.id);
  if (first === undefined || first.share < HALF) return null;
  const [rest, restBefore] = [week - first.week, previous - first.previous].map((views) =>
    Math.max(0, views),
  );
  const own = relativeChange(first.week, first.previous);
  if (own < AHEAD_OF_THE_REST * relativeChange(rest ?? 0, restBefore ?? 0)) return null;
  const { share: _, ...driver } = first;
  return driver;
}

function relativeChange(week: number, previous: number): number {
  return Math.abs(week - previous) / Math.max(1, previous);
}
