import { plainArrayLiteral, int4, text } from '@funnel/db/sql';
import { type Bucket, formatDay, type WebsiteId } from '@funnel/domain';
import type { TransactionSql } from 'postgres';
import { statement } from '../statement.ts';

const ofWebsite = { website: int4<WebsiteId>(), grains: text(), buckets: text() };
const findPacked = statement('find-packed', ofWebsite, { grain: text(), bucket: text() });
const unpack = statement('unpack-buckets', ofWebsite, {});

/**
 * Makes sketches of the references in some buckets: a row that others refer to must not change. The caller holds the lock of the
 * website.
 */
export async function unpackBuckets(
  sql: TransactionSql,
  websiteId: WebsiteId,
  buckets: readonly Bucket[],
): Promise<void> {
  const packed = await findPacked(sql, {
    website: websiteId,
    grains: plainArrayLiteral(buckets.map(({ grain }) => grain)),
    buckets: plainArrayLiteral(buckets.map(({ start }) => formatDay(start))),
  });
  if (packed.length === 0) return;
  await unpack(sql, {
    website: websiteId,
    grains: plainArrayLiteral(packed.map(({ grain }) => grain)),
    buckets: plainArrayLiteral(packed.map(({ bucket }) => bucket)),
  });
}
