import type { WebsiteId } from '@funnel/domain';
import { int4, int8, nullable, text } from '../connection/column-types.ts';
import type { RowOf } from '../connection/statement.ts';
import { statement } from '../statement.ts';

const slotParameters = {
  websites: text(),
  slots: text(),
  levels: text(),
  grains: text(),
  buckets: text(),
  firstSubjects: text(),
  lastSubjects: text(),
  metrics: int4(),
};
/** Null means that the metric was not asked for. */
const counts = {
  website_id: int4<WebsiteId>(),
  slot: int4(),
  subject_id: int4(),
  views: nullable(int8()),
  conversions: nullable(int8()),
  completions: nullable(int8()),
  submissions: nullable(int8()),
  subscribes: nullable(int8()),
  orders: nullable(int8()),
  revenue: nullable(text()),
};

/** Reads the sums of the buckets of each slot, without sketches. */
export const sumRollups = statement('sum-rollups', slotParameters, {
  ...counts,
  views_visitors: nullable(int8()),
  conversions_visitors: nullable(int8()),
  completions_visitors: nullable(int8()),
  submissions_visitors: nullable(int8()),
  subscribes_visitors: nullable(int8()),
});
/** A row of `sumRollups`. */
export type SumsRow = RowOf<typeof sumRollups>;

/** Reads each bucket of each slot, with its sketches. */
export const readRollups = statement('read-rollups', slotParameters, {
  ...counts,
  views_sketch: nullable(text()),
  conversions_sketch: nullable(text()),
  completions_sketch: nullable(text()),
  submissions_sketch: nullable(text()),
  subscribes_sketch: nullable(text()),
});
/** A row of `readRollups`. */
export type RollupRow = RowOf<typeof readRollups>;
