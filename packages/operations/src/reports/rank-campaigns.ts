import { type CampaignRow, type Connection, readMetrics, type WebsiteFacts } from '@funnel/db';
import type { Counts, Period, StoredMetric } from '@funnel/domain';
import type { CampaignSort } from '../parameters/shared.ts';

/** A value to sort by, as an exact fraction: rounding would create false ties. */
interface Fraction {
  numerator: bigint;
  denominator: bigint;
}

/** The sorts by a metric: the value, and the stored metrics that it is made from. */
const METRIC_SORTS: Partial<
  Record<CampaignSort, { metrics: readonly StoredMetric[]; value: (counts: Counts) => Fraction }>
> = {
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

/**
 * Sorts campaigns: descending, ties by id, highest first, campaigns without a value last. Of all campaigns only the
 * metrics behind the value are read.
 */
export async function rankCampaigns(
  connection: Connection,
  campaigns: CampaignRow[],
  { sort, website, period }: { sort: CampaignSort; website: WebsiteFacts; period: Period },
): Promise<CampaignRow[]> {
  const metricSort = METRIC_SORTS[sort];
  if (!metricSort) return sort === 'published_at' ? byPublication(campaigns) : campaigns;
  const metrics = await readMetrics(connection, {
    websites: [website],
    period: { ...period, previous: undefined, series: undefined },
    subjects: [{ level: 'campaign', ids: 'all' }],
    metrics: metricSort.metrics,
  });
  return campaigns
    .map((campaign) => ({ campaign, value: metricSort.value(metrics.of('campaign', campaign.id).current) }))
    .sort((one, other) => compare(other.value, one.value) || other.campaign.id - one.campaign.id)
    .map(({ campaign }) => campaign);
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
