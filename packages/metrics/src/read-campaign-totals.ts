import {
  type Bucket,
  type Counts,
  formatDay,
  parseMoneyCents,
  type Period,
  RecentlyUsed,
  ZERO_COUNTS,
} from '@funnel/domain';
import { int4, int8, nullable, plainArrayLiteral, text } from '@funnel/db/sql';
import { type Connection, databaseNumber, type WebsiteFacts } from '@funnel/db';
import { countPending } from './pending/pending-counts.ts';
import { readPending } from './pending/read-pending.ts';
import { type Slot, slotsOf } from './rollups/slots.ts';
import { statement } from './statement.ts';

/** The events of a website and of each of its campaigns, in a period and the one before. Only what adds up is counted. */
export interface CampaignTotals {
  whole: BothPeriods;
  campaigns: Map<number, BothPeriods>;
}

interface BothPeriods {
  current: Counts;
  previous: Counts;
}

/** The metrics that are counted. */
const ADDITIVE = ['views', 'conversions', 'orders', 'revenue'] as const;

interface BucketTotals {
  revision: string;
  campaigns: readonly { id: number; counts: Counts }[];
}

/** About 100 bytes per campaign of a bucket. */
const knownBuckets = new RecentlyUsed<BucketTotals>(2_000);

const readBuckets = statement(
  'read-campaign-totals',
  { website: int4(), reads: text(), grains: text(), buckets: text(), revisions: text() },
  { read: int4(), revision: int8(), whole: text(), campaigns: nullable(text()) },
);

/**
 * Reads the events of all campaigns of a website. Buckets are remembered until they change, so that of a website with
 * hundreds of campaigns only the days that are still written are read anew. Run it in a read transaction.
 * @example
 * import { inReadTransaction, readWebsites } from '@funnel/db';
 * import { resolvePeriod, trustedWebsiteId } from '@funnel/domain';
 *
 * const [website] = await readWebsites(database.sql, [trustedWebsiteId(1)]);
 * const period = resolvePeriod(
 *   { selection: { timeframe: 'this_month' }, comparePrevious: true },
 *   { facts: website, now: new Date('2026-11-14T12:00:00Z') },
 * );
 * const { whole, campaigns } = await inReadTransaction(database, [website.id], (connection) =>
 *   readCampaignTotals(connection, { website, period }),
 * );
 * assert.equal(campaigns.get(101)?.current.views, 3);
 * assert.equal(whole.previous.views, 0);
 */
export async function readCampaignTotals(
  connection: Connection,
  { website, period }: { website: WebsiteFacts; period: Period },
): Promise<CampaignTotals> {
  const query = {
    websites: [website],
    period: { ...period, series: undefined, countType: 'total' as const },
    subjects: [
      { level: 'website' as const, ids: [website.id] },
      { level: 'campaign' as const, ids: 'all' as const },
    ],
  };
  const slots = slotsOf(query, true);
  const totals: CampaignTotals = { whole: zeroes(), campaigns: new Map() };
  const [, pending] = await Promise.all([
    addBuckets(connection, website, slots, totals),
    readPending(connection, [website]),
  ]);
  for (const { slot, subjectId, counts } of countPending(pending, slots, ADDITIVE)) {
    const { level, name } = slots[slot] ?? {};
    const sums = level === 'website' ? totals.whole : campaignOf(totals, subjectId);
    add(name === 'previous' ? sums.previous : sums.current, counts);
  }
  return totals;
}

/** Adds the stored buckets of both periods. */
async function addBuckets(
  connection: Connection,
  website: WebsiteFacts,
  slots: readonly Slot[],
  totals: CampaignTotals,
): Promise<void> {
  const reads = slots
    .filter(({ level }) => level === 'website')
    .flatMap(({ name, cover }) => cover.map((bucket) => ({ name, bucket })));
  const database = databaseNumber(connection);
  const keyOf = ({ grain, start }: Bucket) => `${database} ${website.id} ${grain} ${start}`;
  const known = reads.map(({ bucket }) => knownBuckets.get(keyOf(bucket)));
  const rows = await readBuckets(connection, {
    website: website.id,
    reads: plainArrayLiteral(reads.map((_, index) => index)),
    grains: plainArrayLiteral(reads.map(({ bucket }) => bucket.grain)),
    buckets: plainArrayLiteral(reads.map(({ bucket }) => formatDay(bucket.start))),
    revisions: plainArrayLiteral(known.map((bucket) => Number(bucket?.revision ?? 0))),
  });
  for (const { read, revision, whole, campaigns } of rows) {
    const { name, bucket } = reads[read] ?? {};
    if (!bucket) continue;
    const period = name === 'previous' ? 'previous' : 'current';
    const own = campaigns === null ? known[read]?.campaigns : parsed(campaigns);
    if (campaigns !== null) knownBuckets.set(keyOf(bucket), { revision, campaigns: own ?? [] });
    add(totals.whole[period], countsOf(whole.split(' ')));
    for (const { id, counts } of own ?? []) add(campaignOf(totals, id)[period], counts);
  }
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

function campaignOf({ campaigns }: CampaignTotals, id: number): BothPeriods {
  const found = campaigns.get(id) ?? zeroes();
  campaigns.set(id, found);
  return found;
}

function zeroes(): BothPeriods {
  return { current: { ...ZERO_COUNTS }, previous: { ...ZERO_COUNTS } };
}

function add(sum: Counts, added: Counts): void {
  sum.views += added.views;
  sum.conversions += added.conversions;
  sum.orders += added.orders;
  sum.revenueCents += added.revenueCents;
}
