import type { CampaignRow, Connection } from '@funnel/db';
import type { Counts, StoredMetric } from '@funnel/domain';
import type { CampaignSort } from '../parameters/shared.ts';
import type { Period } from './period.ts';
import { readNumbers } from './read-numbers.ts';

/** A value to sort by, as an exact fraction. */
interface Fraction {
  numerator: bigint;
  denominator: bigint;
}

/** What a sort looks at: a time of the campaign, or a value and the metrics behind it. */
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

/** Descending, ties by id, highest first, nulls last. Of all campaigns only the metrics behind the value are read. */
export async function rankCampaigns(
  snapshot: Connection,
  campaigns: CampaignRow[],
  { sort, websiteId, period }: { sort: CampaignSort; websiteId: number; period: Period },
): Promise<CampaignRow[]> {
  const metricSort = METRIC_SORTS[sort];
  if (!metricSort) return sort === 'published_at' ? byPublication(campaigns) : campaigns;
  const numbers = await readNumbers(snapshot, {
    websiteId,
    period: { ...period, previous: undefined, series: undefined },
    wanted: [{ level: 'campaign', subjects: 'all' }],
    metrics: metricSort.metrics,
  });
  return campaigns
    .map((campaign) => ({ campaign, value: metricSort.value(numbers.of('campaign', campaign.id).current) }))
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
