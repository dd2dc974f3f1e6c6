import { SKETCHED_METRICS, STORED_METRICS, type WebsiteId } from '@funnel/domain';
import { askedColumns, RANGE_PARAMETERS, rollupRanges } from '@funnel/db/sketches';
import { int4, text } from '@funnel/db/sql';
import { COUNT_COLUMNS } from '../slots/slot-counts.ts';
import { statement } from '../statement.ts';

const COUNTS = askedColumns(STORED_METRICS);
const ESTIMATES = askedColumns(SKETCHED_METRICS.map((metric) => `${metric}_visitors`));

export const sumRollups = statement(
  'sum-rollups',
  RANGE_PARAMETERS,
  { website_id: int4<WebsiteId>(), slot: int4(), subject_id: int4(), ...COUNT_COLUMNS },
  { ranges: rollupRanges(`website_id, subject_id, ${COUNTS}`) },
);

/** Reads buckets: their counts and estimates, as `RollupBuckets` reads them. */
export const readRollups = statement(
  'read-rollups',
  RANGE_PARAMETERS,
  { website_id: int4<WebsiteId>(), bucket: text() },
  { ranges: rollupRanges(`website_id, subject_id, revision, ${COUNTS}, ${ESTIMATES}`) },
);
