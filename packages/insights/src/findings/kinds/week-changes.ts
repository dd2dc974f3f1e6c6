import {
  type Counts,
  differenceInterval,
  FAMILY_ALPHA,
  isComparable,
  MIN_VIEWS,
  proportionOf,
  rate,
  type Share,
  significantOf,
  twoSidedP,
  zOfDifference,
} from '@funnel/domain';
import type { ConversionRateChange, Named, ViewsChange } from '../finding.ts';
import { type CampaignWeek, conversionShare, type FindingsInput, liveCampaigns, named } from '../input.ts';
import { certainDifference, zOfViews } from '../statistics/compare-views.ts';
import {
  HALF,
  LOST_VIEWS_WEIGHT,
  MIN_RATE_CHANGE,
  MIN_VIEWS_CHANGE,
  MODEST_GAIN,
  RATE_SPREAD,
} from '../thresholds.ts';

type WeekChange = ConversionRateChange | ViewsChange;

interface TestedChange {
  p: number;
  /** Undefined if the change is too small to report. It was tested all the same, so it belongs to the family. */
  finding: WeekChange | undefined;
}

/** A campaign drives the website's change only if it changed at least this many times as much as the rest. */
const DRIVER_LEAD = 2;

/** Finds changes against the week before. All rates and views of the website and its campaigns are one family. */
export function weekChanges(input: FindingsInput): WeekChange[] {
  const subjects = [
    ...liveCampaigns(input).map((subject) => ({ campaign: subject, subject })),
    { campaign: null, subject: input.website },
  ];
  const tested = subjects.flatMap(({ campaign, subject: { week, previous } }) => [
    ...testRate(campaign, conversionShare(week), conversionShare(previous)),
    ...testViews(campaign, week, previous, input.campaigns),
  ]);
  return [...significantOf(tested, FAMILY_ALPHA)].flatMap(({ finding }) => finding ?? []);
}

function testRate(campaign: Named | null, week: Share, previous: Share): TestedChange[] {
  if (Math.min(week.of, previous.of) < MIN_VIEWS || !isComparable(week, previous)) return [];
  const p = twoSidedP(zOfDifference(week, previous, RATE_SPREAD));
  return [{ p, finding: rateFinding(campaign, week, previous) }];
}

function rateFinding(campaign: Named | null, week: Share, previous: Share): WeekChange | undefined {
  const [now, before] = [proportionOf(week), proportionOf(previous)];
  if (Math.abs(now - before) < MIN_RATE_CHANGE * before) return undefined;
  const kind = 'conversion_rate_change';
  const common = { campaign: campaign && named(campaign), week, previous };
  if (now > before) {
    const gained = week.of * Math.max(0, differenceInterval(week, previous, { spread: RATE_SPREAD }).low);
    return { kind, ...common, direction: 'up', effect: Math.floor(MODEST_GAIN * gained) };
  }
  const lost = Math.floor(
    week.of * Math.max(0, differenceInterval(previous, week, { spread: RATE_SPREAD }).low),
  );
  return { kind, ...common, direction: 'down', effect: lost };
}

/** A campaign without views in the week before is new, so it has not changed. */
function testViews(
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
  const weight = direction === 'up' ? MODEST_GAIN : LOST_VIEWS_WEIGHT;
  const finding: ViewsChange = {
    kind: 'views_change',
    campaign: campaign && named(campaign),
    direction,
    week,
    previous,
    percent: rate(difference, previous),
    driver: campaign === null ? driverOf(campaigns, week, previous) : null,
    effect: Math.floor(weight * certainDifference(week, previous) * proportionOf(conversionShare(before))),
  };
  return [{ p, finding }];
}

/**
 * The campaign that causes at least half of the website's change and changed more than the rest. When all campaigns lose a
 * third, the largest one loses the most but explains nothing.
 */
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
  const rest = Math.max(0, week - first.week);
  const restBefore = Math.max(0, previous - first.previous);
  const own = relativeChange(first.week, first.previous);
  if (own < DRIVER_LEAD * relativeChange(rest, restBefore)) return null;
  const { share: _, ...driver } = first;
  return driver;
}

function relativeChange(week: number, previous: number): number {
  return Math.abs(week - previous) / Math.max(1, previous);
}
