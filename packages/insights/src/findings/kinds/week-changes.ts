import { differenceInterval, MIN_VIEWS, proportionOf, rate, type Share } from '@funnel/domain';
import type { ConversionRateChange, Named, ViewsChange } from '@funnel/words';
import {
  type CampaignWeek,
  type ComparedWeek,
  conversionShare,
  type FindingsInput,
  liveCampaigns,
  named,
} from '../input.ts';
import { certainDifference } from '../statistics/certain-difference.ts';
import { compareWeeks } from '../statistics/compare-weeks.ts';
import {
  HALF,
  LOST_VIEWS_WEIGHT,
  MIN_RATE_CHANGE,
  MIN_VIEWS_CHANGE,
  MODEST_GAIN,
  RATE_SPREAD,
} from '../thresholds.ts';

type WeekChange = ConversionRateChange | ViewsChange;

/** A campaign drives the website's change only if it changed at least this many times as much as the rest. */
const DRIVER_LEAD = 2;

/** Finds changes against the week before. All of the website and its campaigns are one family. */
export function weekChanges(input: FindingsInput): WeekChange[] {
  const live = liveCampaigns(input);
  const changes = compareWeeks<ComparedWeek>(input, [...live, input.website]);
  const subjects = [
    ...live.map((subject) => ({ campaign: subject, subject })),
    { campaign: null, subject: input.website },
  ];
  return subjects.flatMap(({ campaign, subject }) => {
    const { week, previous } = subject;
    const isBeyond = (metric: 'views' | 'conversion_rate') =>
      changes.get(subject)?.beyondChance.has(metric) && previous.views >= MIN_VIEWS;
    const isRateSaid = isBeyond('conversion_rate') && week.views >= MIN_VIEWS;
    return [
      ...(isRateSaid ? [rateFinding(campaign, conversionShare(week), conversionShare(previous))] : []),
      ...(isBeyond('views') ? [viewsFinding(campaign, subject, input.campaigns)] : []),
    ].flatMap((finding) => finding ?? []);
  });
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

function viewsFinding(
  campaign: Named | null,
  { week: { views: week }, previous: before }: ComparedWeek,
  campaigns: readonly CampaignWeek[],
): ViewsChange | undefined {
  const previous = before.views;
  const difference = Math.abs(week - previous);
  if (difference < MIN_VIEWS_CHANGE * previous) return undefined;
  const direction = week > previous ? 'up' : 'down';
  const weight = direction === 'up' ? MODEST_GAIN : LOST_VIEWS_WEIGHT;
  return {
    kind: 'views_change',
    campaign: campaign && named(campaign),
    direction,
    week,
    previous,
    percent: rate(difference, previous),
    driver: campaign === null ? driverOf(campaigns, week, previous) : null,
    effect: Math.floor(weight * certainDifference(week, previous) * proportionOf(conversionShare(before))),
  };
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
      isNew: campaign.newSince !== null,
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
