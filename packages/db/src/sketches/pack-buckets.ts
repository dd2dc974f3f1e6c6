import { GRAINS, type WebsiteId } from '@funnel/domain';
import { int4, int4Literal, text } from '../connection/column-types.ts';
import { statement } from '../statement.ts';
import { eachMetric } from './each-metric.ts';
import { isLong, REFERENCE } from './reference.ts';

/** SQL for the buckets that ended two days ago or more. A grain is stored as its letter. */
const ended = `bucket < date_trunc(
  case ${GRAINS.map((grain) => `when grain = '${grain}' then '${grain}'`).join(' ')} end,
  (now()::date - 2)::timestamp
)`;

export const findUnpacked = statement(
  'find-unpacked',
  { websites: int4Literal() },
  { website_id: int4<WebsiteId>() },
  { ended },
);
export const findUnpackedBuckets = statement(
  'find-unpacked-buckets',
  { website: int4<WebsiteId>(), limit: int4() },
  { grain: text(), bucket: text(), rows: int4() },
  { ended },
);
export const packBuckets = statement(
  'pack-buckets',
  { website: int4<WebsiteId>(), grains: text(), buckets: text() },
  {},
  {
    replaced: eachMetric((metric) => `${metric}_sketch = coalesce(h.${metric}, r.${metric}_sketch)`),
    references: eachMetric((metric) => `${referenceOf(`${metric}_sketch`)} as ${metric}`),
    reference: REFERENCE,
    found: eachMetric((metric) => `h.${metric}`),
  },
);

/** To the highest of the rows above `x` that has the same sketch: `w` the website, `c` the campaign, `v` the variant, `s` the step. */
function referenceOf(column: string): string {
  const levels = ['w', 'c', 'v', 's'].map((row) => `when ${row}.${column} then ${row}.reference`);
  return `case when ${isLong(`x.${column}`)} then case x.${column} ${levels.join(' ')} end end`;
}
