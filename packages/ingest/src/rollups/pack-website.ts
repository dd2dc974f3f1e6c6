import type { Database } from '@funnel/db';
import { findUnpackedBuckets, packBuckets } from '@funnel/db/sketches';
import { plainArrayLiteral, type RowOf } from '@funnel/db/sql';
import type { WebsiteId } from '@funnel/domain';
import type { TransactionSql } from 'postgres';
import { type DonePart, inLockedParts } from '../shared/rounds.ts';
import { WEBSITE_LOCK } from './add-to-rollups.ts';

/** Who loads events waits until a transaction ends. */
const BUCKETS_PER_TRANSACTION = 48;
/** One bucket of a large website may have more: then it is packed alone. */
const ROWS_PER_TRANSACTION = 2_000;

/** Packs buckets of a website that have ended, and returns how many. None if another process writes its rollups. */
export function packWebsite(
  database: Database,
  websiteId: WebsiteId,
  signal: AbortSignal | undefined,
): Promise<number> {
  return inLockedParts(database, websiteId, { lock: WEBSITE_LOCK, signal }, (transaction) =>
    packOnce(transaction, websiteId),
  );
}

/** Whatever kills it, either all of these buckets are packed or none. */
async function packOnce(transaction: TransactionSql, websiteId: WebsiteId): Promise<DonePart> {
  const unpacked = await findUnpackedBuckets(transaction, {
    website: websiteId,
    limit: BUCKETS_PER_TRANSACTION,
  });
  const buckets = fewRows(unpacked);
  if (buckets.length === 0) return { done: 0, isMore: false };
  await packBuckets(transaction, {
    website: websiteId,
    grains: plainArrayLiteral(buckets.map(({ grain }) => grain)),
    buckets: plainArrayLiteral(buckets.map(({ bucket }) => bucket)),
  });
  const isMore = buckets.length < unpacked.length || unpacked.length === BUCKETS_PER_TRANSACTION;
  return { done: buckets.length, isMore };
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
