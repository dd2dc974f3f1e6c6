import { type Bucket, formatDay, type WebsiteId } from '@funnel/domain';
import { plainArrayLiteral } from '../connection/array-literal.ts';
import { int4, text } from '../connection/column-types.ts';
import type { Connection } from '../connection/database.ts';
import { statement } from '../statement.ts';
import { eachMetric } from './each-metric.ts';
import { wholeSketch } from './reference.ts';

const ofWebsite = { website: int4<WebsiteId>(), grains: text(), buckets: text() };
const findPacked = statement('find-packed-buckets', ofWebsite, { grain: text(), bucket: text() });
const unpack = statement(
  'unpack-buckets',
  ofWebsite,
  {},
  { sketches: eachMetric((metric) => `${metric}_sketch = ${wholeSketch(`${metric}_sketch`, '$1::int')}`) },
);

/** Turns references into sketches, as such rows must not change. The caller has the lock of the website. */
export async function unpackBuckets(
  sql: Connection,
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
