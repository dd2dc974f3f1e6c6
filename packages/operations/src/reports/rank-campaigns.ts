import { type CampaignRow, type Connection, readMetrics, type WebsiteFacts } from '@funnel/db';
import type { Counts, Period, StoredMetric } from '@funnel/domain';
import type { CampaignSort } from '../parameters/shared.ts';

/** A value to sort by, as an exact fraction: rounding would create false ties. */
interface Fraction {
  numerator: bigint;
  denominator: bigint;
}

interface MetricSort {
  /** The stored metrics that the value is made from. */
  metrics: readonly StoredMetric[];
  value: (counts: Counts) => Fraction;
  /** Whether an upper bound of the metric is one of the value, and cheaper. */
  isDistinct?: boolean;
}

/** The sorts by a metric. */
const METRIC_SORTS: Partial<Record<CampaignSort, MetricSort>> = {
  views: { metrics: ['views'], value: ({ views }) => whole(views), isDistinct: true },
  conversions: {
    metrics: ['conversions'],
    value: ({ conversions }) => whole(conversions),
    isDistinct: true,
  },
  completions: {
    metrics: ['completions'],
    value: ({ completions }) => whole(completions),
    isDistinct: true,
  },
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

/** What to sort by, in which period, and how many of the first campaigns must be in order. */
interface Ranking {
  sort: CampaignSort;
  website: WebsiteFacts;
  period: Period;
  needed: number;
}

/**
 * Sorts campaigns: descending, ties by id, highest first, campaigns without a value last. Only the first `needed` are in
 * order: the others are known to come after them. Of all campaigns only the metrics behind the value are read.
 */
export async function rankCampaigns(
  connection: Connection,
  campaigns: CampaignRow[],
  ranking: Ranking,
): Promise<CampaignRow[]> {
  const { sort, website, period } = ranking;
  const metricSort = METRIC_SORTS[sort];
  if (!metricSort) return sort === 'published_at' ? byPublication(campaigns) : campaigns;
  const read = async (some: readonly CampaignRow[], upperBounds: boolean): Promise<RankedCampaign[]> => {
    const metrics = await readMetrics(connection, {
      websites: [website],
      period: { ...period, previous: undefined, series: undefined },
      subjects: [{ level: 'campaign', ids: some === campaigns ? 'all' : some.map(({ id }) => id) }],
      metrics: metricSort.metrics,
      upperBounds,
    });
    const ranked = some.map((campaign) => {
      const { current } = metrics.of('campaign', campaign.id);
      return { campaign, value: metricSort.value(current) };
    });
    return ranked.sort(byRank);
  };
  const ranked =
    metricSort.isDistinct && period.countType === 'distinct'
      ? await firstByBounds(await read(campaigns, true), ranking.needed, (some) => read(some, false))
      : await read(campaigns, false);
  return ranked.map(({ campaign }) => campaign);
}

/** A campaign with its value, or an upper bound of it. */
interface RankedCampaign {
  campaign: CampaignRow;
  value: Fraction;
}

/** This many more than needed are read at first: usually the right ones are among them. */
const SPARE = 10;

/**
 * Finds the first campaigns without computing the value of all. A campaign whose upper bound is below the value of the
 * last one needed cannot be among them.
 */
async function firstByBounds(
  bounds: RankedCampaign[],
  needed: number,
  readExactly: (campaigns: CampaignRow[]) => Promise<RankedCampaign[]>,
): Promise<RankedCampaign[]> {
  const campaignsOf = (some: RankedCampaign[]) => some.map(({ campaign }) => campaign);
  const likely = await readExactly(campaignsOf(bounds.slice(0, needed + SPARE)));
  const others = bounds.slice(needed + SPARE);
  const last = likely[needed - 1];
  const possible = others.filter((other) => !last || compare(other.value, last.value) >= 0);
  const excluded = others.slice(possible.length);
  const exact = possible.length > 0 ? await readExactly(campaignsOf(possible)) : [];
  return [...[...likely, ...exact].sort(byRank), ...excluded];
}

function byRank(one: RankedCampaign, other: RankedCampaign): number {
  return compare(other.value, one.value) || other.campaign.id - one.campaign.id;
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
