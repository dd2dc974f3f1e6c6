import type { WebsiteId } from '@funnel/domain';
import { int4, int4Literal, int8, nullable, type RowOf, text } from '@funnel/db/sql';
import { statement } from '../statement.ts';

const reads = {
  levels: text(),
  grains: text(),
  buckets: text(),
  firstSubjects: text(),
  lastSubjects: text(),
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
const bucket = { website_id: int4<WebsiteId>(), read: int4(), subject_id: int4(), revision: int8() };

/** Reads the total counts of slots. */
export const sumRollups = statement(
  'sum-rollups',
  { websites: int4Literal(), slots: text(), ...reads },
  { website_id: int4<WebsiteId>(), slot: int4(), subject_id: int4(), ...counts },
);

/** Reads buckets: their counts and estimates, as `RollupBuckets` reads them. */
export const readRollups = statement(
  'read-rollups',
  { websites: int4Literal(), reads: text(), ...reads },
  { website_id: int4<WebsiteId>(), bucket: text() },
);

/** Reads the sketches of buckets. */
export const readSketches = statement(
  'read-sketches',
  { websites: int4Literal(), reads: text(), ...reads },
  {
    ...bucket,
    views_sketch: nullable(text()),
    conversions_sketch: nullable(text()),
    completions_sketch: nullable(text()),
    submissions_sketch: nullable(text()),
    subscribes_sketch: nullable(text()),
  },
);
/** A row of `readSketches`. */
export type SketchesRow = RowOf<typeof readSketches>;
