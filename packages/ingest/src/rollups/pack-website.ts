import { type Database, inWebsiteTransaction } from '@funnel/db';
import { findUnpackedBuckets, packBuckets } from '@funnel/db/sketches';
import { plainArrayLiteral, type RowOf } from '@funnel/db/sql';
import type { WebsiteId } from '@funnel/domain';
import { WEBSITE_LOCK } from './add-to-rollups.ts';

/** Who loads events waits until a transaction ends. */
const BUCKETS_PER_TRANSACTION = 48;
/** One bucket of a large website may have more: then it is packed alone. */
const ROWS_PER_TRANSACTION = 2_000;
/** Then the other websites have their turn; the next round goes on. */
const TRANSACTIONS_PER_ROUND = 20;

/** Packs buckets of a website that have ended, and returns how many. None if another process writes its rollups. */
export async function packWebsite(
  database: Database,
  websiteId: WebsiteId,
  signal: AbortSignal | undefined,
): Promise<number> {
  let all = 0;
  for (let transactions = 0; transactions < TRANSACTIONS_PER_ROUND; transactions++) {
    const { buckets, isMore } = await packOnce(database, websiteId);
    all += buckets;
    if (!isMore || signal?.aborted) break;
  }
  return all;
}

/** Whatever kills it, either all of these buckets are packed or none. The lock ends with the transaction. */
async function packOnce(
  database: Database,
  websiteId: WebsiteId,
): Promise<{ buckets: number; isMore: boolean }> {
  return inWebsiteTransaction(database, [websiteId], async (transaction) => {
    const [lock] = await transaction<{ taken: boolean }[]>`
      select pg_try_advisory_xact_lock(${WEBSITE_LOCK}, ${websiteId}) as taken`;
    if (!lock?.taken) return { buckets: 0, isMore: false };
    const unpacked = await findUnpackedBuckets(transaction, {
      website: websiteId,
      limit: BUCKETS_PER_TRANSACTION,
    });
    const buckets = fewRows(unpacked);
    if (buckets.length === 0) return { buckets: 0, isMore: false };
    await packBuckets(transaction, {
      website: websiteId,
      grains: plainArrayLiteral(buckets.map(({ grain }) => grain)),
      buckets: plainArrayLiteral(buckets.map(({ bucket }) => bucket)),
    });
    const isMore = buckets.length < unpacked.length || unpacked.length === BUCKETS_PER_TRANSACTION;
    return { buckets: buckets.length, isMore };
  });
}

type UnpackedBucket = RowOf<typeof findUnpackedBuckets>;

/** The first bucket, and those after it that do not make it too much. */
function fewRows(buckets: readonly UnpackedBucket[]): UnpackedBucket[] {
  let sum = 0;
  return buckets.filter(({ rows }, index) => {
    sum += rows;
    return index === 0 || sum <= ROWS_PER_TRANSACTION;
  });
}
