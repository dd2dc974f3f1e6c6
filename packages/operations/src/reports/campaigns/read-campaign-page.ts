import type { CampaignRow, Connection, WebsiteFacts } from '@funnel/db';
import { type PeriodCounts, readMetrics, readUpperBounds } from '@funnel/metrics';
import {
  type ComparedDays,
  type Counts,
  type Period,
  SKETCHED_METRICS,
  type SketchedMetric,
  type StoredMetric,
} from '@funnel/domain';
import type { CampaignSort } from '../../parameters/shared.ts';

/** A value to sort by, as an exact fraction: rounding would create false ties. */
interface Fraction {
  numerator: bigint;
  denominator: bigint;
}

interface MetricSort {
  /** The stored metrics that the value is made from. */
  metrics: readonly StoredMetric[];
  value: (counts: Counts) => Fraction;
}

const METRIC_SORTS: Partial<Record<CampaignSort, MetricSort>> = {
  views: { metrics: ['views'], value: ({ views }) => whole(views) },
  conversions: { metrics: ['conversions'], value: ({ conversions }) => whole(conversions) },
  completions: { metrics: ['completions'], value: ({ completions }) => whole(completions) },
  conversion_rate: {
    metrics: ['views', 'conversions'],
    value: ({ conversions, views }) => ratio(conversions, views),
  },
  completion_rate: {
    metrics: ['views', 'completions'],
    value: ({ completions, views }) => ratio(completions, views),
  },
  revenue: {
    metrics: ['revenue'],
    value: ({ revenueCents }) => ({ numerator: revenueCents, denominator: 1n }),
  },
  aov: { metrics: ['revenue', 'orders'], value: ({ revenueCents, orders }) => ratio(revenueCents, orders) },
};

/** Which campaigns of a website to show: sorted by what, in which period, from where to where. */
interface PageQuery {
  sort: CampaignSort;
  website: WebsiteFacts;
  period: Period;
  compared: ComparedDays | undefined;
  start: number;
  end: number;
}

export interface CountedCampaign {
  campaign: CampaignRow;
  counts: PeriodCounts;
}

/**
 * Reads a page of campaigns: sorted in descending order, ties by id, highest first, campaigns without a value last. Of
 * all other campaigns only what the sort needs is read.
 */
export async function readCampaignPage(
  connection: Connection,
  campaigns: CampaignRow[],
  { sort, website, period, compared, start, end }: PageQuery,
): Promise<CountedCampaign[]> {
  const read = async (some: readonly CampaignRow[]): Promise<CountedCampaign[]> => {
    const subjects = [{ level: 'campaign' as const, ids: some.map(({ id }) => id) }];
    const metrics = await readMetrics(connection, { websites: [website], period, subjects, compared });
    return some.map((campaign) => ({ campaign, counts: metrics.of('campaign', campaign.id) }));
  };
  const metricSort = METRIC_SORTS[sort];
  if (!metricSort) {
    const sorted = sort === 'published_at' ? byPublication(campaigns) : campaigns;
    return read(sorted.slice(start, end));
  }
  const [metric, ...others] = metricSort.metrics;
  const isSketched = SKETCHED_METRICS.find((name) => name === metric);
  const isLive = period.countType === 'distinct' && period.timeframe !== 'insights_week';
  if (isSketched && others.length === 0 && isLive && end < campaigns.length) {
    const bounds = await readUpperBounds(connection, {
      website,
      period,
      level: 'campaign',
      metric: isSketched,
    });
    const firsts = await firstByBounds(campaigns, bounds, { metric: isSketched, needed: end, read });
    return firsts.slice(start, end);
  }
  const metrics = await readMetrics(connection, {
    websites: [website],
    period: { ...period, previous: undefined, series: undefined },
    subjects: [{ level: 'campaign', ids: 'all' }],
    metrics: metricSort.metrics,
  });
  const ranked = campaigns
    .map((campaign) => ({ campaign, value: metricSort.value(metrics.of('campaign', campaign.id).current) }))
    .sort((one, other) => compare(other.value, one.value) || other.campaign.id - one.campaign.id);
  return read(ranked.slice(start, end).map(({ campaign }) => campaign));
}

/** This many more than needed are read at first: usually the right ones are among them. */
const SPARE = 10;

/**
 * Finds the first campaigns by a distinct count without reading that of all. A campaign whose upper bound is below the
 * count of the last one needed cannot be among them.
 */
async function firstByBounds(
  campaigns: readonly CampaignRow[],
  bounds: ReadonlyMap<number, number>,
  {
    metric,
    needed,
    read,
  }: {
    metric: SketchedMetric;
    needed: number;
    read: (campaigns: readonly CampaignRow[]) => Promise<CountedCampaign[]>;
  },
): Promise<CountedCampaign[]> {
  const boundOf = ({ id }: CampaignRow) => bounds.get(id) ?? 0;
  const byBound = campaigns.toSorted((one, other) => boundOf(other) - boundOf(one) || other.id - one.id);
  const byCount = (one: CountedCampaign, other: CountedCampaign) =>
    other.counts.current[metric] - one.counts.current[metric] || other.campaign.id - one.campaign.id;
  const likely = (await read(byBound.slice(0, needed + SPARE))).sort(byCount);
  const lastCount = likely[needed - 1]?.counts.current[metric] ?? 0;
  const possible = byBound.slice(needed + SPARE).filter((campaign) => boundOf(campaign) >= lastCount);
  return possible.length === 0 ? likely : [...likely, ...(await read(possible))].sort(byCount);
}

function byPublication(campaigns: CampaignRow[]): CampaignRow[] {
  const time = ({ publishedAt }: CampaignRow) => publishedAt ?? Number.NEGATIVE_INFINITY;
  return campaigns.toSorted(
    (one, other) => Number(time(one) < time(other)) - Number(time(one) > time(other)) || other.id - one.id,
  );
}

function whole(value: number): Fraction {
  return { numerator: BigInt(value), denominator: 1n };
}

function ratio(numerator: number | bigint, denominator: number): Fraction {
  return denominator === 0 ? whole(0) : { numerator: BigInt(numerator), denominator: BigInt(denominator) };
}

function compare(one: Fraction, other: Fraction): number {
  const difference = one.numerator * other.denominator - other.numerator * one.denominator;
  return difference > 0n ? 1 : difference < 0n ? -1 : 0;
}
