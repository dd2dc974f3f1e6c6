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

/** The rows above a row `x`, the highest first. No row is above itself. */
const ROWS_ABOVE = [
  { row: 'w', level: 'website', subject: "$1::int and x.level <> 'website'" },
  { row: 'c', level: 'campaign', subject: 'va.campaign_id' },
  { row: 'v', level: 'variant', subject: 'st.variant_id' },
  { row: 's', level: 'step', subject: 'e.step_id' },
];

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
    above: ROWS_ABOVE.map(({ row, level, subject }) => rowAbove(row, level, subject)).join('\n'),
    found: eachMetric((metric) => `h.${metric}`),
  },
);

/** To the highest of the rows above `x` that has the same sketch. */
function referenceOf(column: string): string {
  const levels = ROWS_ABOVE.map(({ row }) => `when ${row}.${column} then ${row}.reference`);
  return `case when ${isLong(`x.${column}`)} then case x.${column} ${levels.join(' ')} end end`;
}

function rowAbove(row: string, level: string, subject: string): string {
  return `left join lateral (
    select *, ${REFERENCE} as reference
    from rollups
    where website_id = $1::int and level = '${level}' and grain = k.grain and bucket = k.bucket and subject_id = ${subject}
    offset 0
  ) as ${row} on true`;
}
