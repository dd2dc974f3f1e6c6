import { SKETCHED_METRICS, STORED_METRICS, type WebsiteId } from '@funnel/domain';
import { arrays, int4, int4Literal, int8, nullable, text } from '@funnel/db/sql';
import { statement } from '../statement.ts';

const reads = {
  ...arrays('levels', 'grains', 'buckets', 'firstSubjects', 'lastSubjects'),
  metrics: int4(),
};
/** Null means that the metric was not asked for. */
const counts = {
  views: nullable(int8()),
  conversions: nullable(int8()),
  completions: nullable(int8()),
  submissions: nullable(int8()),
  subscribes: nullable(int8()),
  orders: nullable(int8()),
  revenue: nullable(text()),
};

/** SQL for columns, each only if its metric is asked for. */
const asked = (columns: readonly string[]) =>
  columns.map((column, index) => `case when $8::int & ${1 << index} > 0 then ${column} end as ${column}`);

/** Reads the total counts of slots. */
export const sumRollups = statement(
  'sum-rollups',
  { websites: int4Literal(), slots: text(), ...reads },
  { website_id: int4<WebsiteId>(), slot: int4(), subject_id: int4(), ...counts },
  { asked: asked(STORED_METRICS).join(', ') },
);

/** Reads buckets: their counts and estimates, as `RollupBuckets` reads them. */
export const readRollups = statement(
  'read-rollups',
  { websites: int4Literal(), reads: text(), ...reads },
  { website_id: int4<WebsiteId>(), bucket: text() },
  {
    asked: [...asked(STORED_METRICS), ...asked(SKETCHED_METRICS.map((metric) => `${metric}_visitors`))].join(
      ', ',
    ),
  },
);
