import {
  type Bucket,
  type Counts,
  formatDay,
  parseMoneyCents,
  type Period,
  ZERO_COUNTS,
} from '@funnel/domain';
import { int4, int8, nullable, plainArrayLiteral, text } from '@funnel/db/sql';
import { type CacheKind, type Connection, memoryOf, type WebsiteFacts } from '@funnel/db';
import { countPending } from './pending/pending-counts.ts';
import { addCounts } from './slots/slot-counts.ts';
import { type Slot, type SlotName, slotsOf } from './slots/slots.ts';
import { statement } from './statement.ts';

/** The events of a website and of each of its campaigns in a period. Only what adds up is counted. */
interface CampaignTotals {
  whole: Counts;
  campaigns: ReadonlyMap<number, Counts>;
}

const ADDITIVE = ['views', 'conversions', 'orders', 'revenue'] as const;

interface BucketTotals {
  revision: string;
  campaigns: readonly { id: number; counts: Counts }[];
}

const CAMPAIGN_BYTES = 100;
const BUCKETS: CacheKind<BucketTotals> = {
  name: 'campaign_buckets',
  maxBytes: 40_000_000,
  bytesOf: ({ campaigns }) => CAMPAIGN_BYTES * campaigns.length,
};
/** The sums of whole periods, by the revisions of their buckets. */
const PERIODS: CacheKind<CampaignTotals> = {
  name: 'campaign_periods',
  maxBytes: 10_000_000,
  bytesOf: ({ campaigns }) => CAMPAIGN_BYTES * campaigns.size,
};

const readBuckets = statement(
  'read-campaign-totals',
  { website: int4(), reads: text(), grains: text(), buckets: text(), revisions: text() },
  { read: int4(), revision: int8(), whole: text(), campaigns: nullable(text()) },
);

/**
 * Reads the events of all campaigns of a website. Buckets are remembered until they change, so that of a website with
 * hundreds of campaigns only the days that are still written are read anew. Run it in a read transaction.
 * @example
 * const { current, previous } = await readCampaignTotals(connection, { website: shopWebsite, period });
 * assert.equal(current.campaigns.get(101)?.views, 3);
 * assert.equal(previous.whole.views, 0);
 */
export async function readCampaignTotals(
  connection: Connection,
  { website, period }: { website: WebsiteFacts; period: Period },
): Promise<{ current: CampaignTotals; previous: CampaignTotals }> {
  const query = {
    websites: [website],
    period: { ...period, series: undefined, countType: 'total' as const },
    subjects: [
      { level: 'website' as const, ids: [website.id] },
      { level: 'campaign' as const, ids: 'all' as const },
    ],
  };
  const slots = slotsOf(query, true);
  const [stored, added] = await Promise.all([
    readStored(connection, website, slots),
    countPending(connection, [website], slots, ADDITIVE),
  ]);
  const totalsOf = (name: SlotName) =>
    withPending(
      stored(name),
      added
        .filter(({ slot }) => slots[slot]?.name === name)
        .map((one) => ({ ...one, slot: slots[one.slot] })),
    );
  return { current: totalsOf('current'), previous: totalsOf('previous') };
}

interface StoredBucket extends BucketTotals {
  name: SlotName;
  bucket: Bucket;
  whole: string;
}

/** Reads the stored buckets of both periods; returns the sums of a period. */
async function readStored(
  connection: Connection,
  website: WebsiteFacts,
  slots: readonly Slot[],
): Promise<(name: SlotName) => CampaignTotals> {
  const reads = slots
    .filter(({ level }) => level === 'website')
    .flatMap(({ name, cover }) => cover.map((bucket) => ({ name, bucket })));
  const memory = memoryOf(connection);
  const [knownBuckets, knownPeriods] = [memory.cache(BUCKETS), memory.cache(PERIODS)];
  const keyOf = ({ grain, start }: Bucket) => `${website.id} ${grain} ${start}`;
  const known = reads.map(({ bucket }) => knownBuckets.get(keyOf(bucket)));
  const rows = await readBuckets(connection, {
    website: website.id,
    reads: plainArrayLiteral(reads.map((_, index) => index)),
    grains: plainArrayLiteral(reads.map(({ bucket }) => bucket.grain)),
    buckets: plainArrayLiteral(reads.map(({ bucket }) => formatDay(bucket.start))),
    revisions: plainArrayLiteral(known.map((bucket) => Number(bucket?.revision ?? 0))),
  });
  const buckets = rows.flatMap(({ read, revision, whole, campaigns: changed }): StoredBucket[] => {
    const asked = reads[read];
    if (!asked) return [];
    const campaigns = changed === null ? (known[read]?.campaigns ?? []) : parsed(changed);
    if (changed !== null) knownBuckets.set(keyOf(asked.bucket), { revision, campaigns });
    return [{ ...asked, revision, whole, campaigns }];
  });
  return (period) => {
    const own = buckets.filter(({ name }) => name === period);
    const name = own.map(({ bucket, revision }) => `${keyOf(bucket)} ${revision}`).join(' ');
    const totals = knownPeriods.get(name) ?? sumOf(own);
    knownPeriods.set(name, totals);
    return totals;
  };
}

function sumOf(buckets: readonly StoredBucket[]): CampaignTotals {
  const whole = { ...ZERO_COUNTS };
  const campaigns = new Map<number, Counts>();
  for (const bucket of buckets) {
    addCounts(whole, countsOf(bucket.whole.split(' ')));
    for (const { id, counts } of bucket.campaigns) {
      const sum = campaigns.get(id);
      if (sum) addCounts(sum, counts);
      else campaigns.set(id, { ...counts });
    }
  }
  return { whole, campaigns };
}

/** The sums with pending events; remembered sums stay as they are. */
function withPending(
  { whole, campaigns }: CampaignTotals,
  pending: readonly { slot: Slot | undefined; subjectId: number; counts: Counts }[],
): CampaignTotals {
  if (pending.length === 0) return { whole, campaigns };
  const totals = { whole: { ...whole }, campaigns: new Map(campaigns) };
  for (const { slot, subjectId, counts } of pending) {
    if (slot?.level === 'website') {
      addCounts(totals.whole, counts);
      continue;
    }
    const sum = { ...(campaigns.get(subjectId) ?? ZERO_COUNTS) };
    addCounts(sum, counts);
    totals.campaigns.set(subjectId, sum);
  }
  return totals;
}

function parsed(campaigns: string): { id: number; counts: Counts }[] {
  if (campaigns === '') return [];
  return campaigns.split(',').map((one) => {
    const [id, ...values] = one.split(' ');
    return { id: Number(id), counts: countsOf(values) };
  });
}

function countsOf([views, conversions, orders, revenue = '0']: string[]): Counts {
  return {
    ...ZERO_COUNTS,
    views: Number(views),
    conversions: Number(conversions),
    orders: Number(orders),
    revenueCents: parseMoneyCents(revenue),
  };
}
