import type { WebsiteId } from '@funnel/domain';
import { int4, int8 } from '../connection/column-types.ts';
import type { RowOf } from '../connection/statement.ts';
import { statement } from '../statement.ts';
import { eachMetric, SKETCH_COLUMNS, SKETCHES } from './each-metric.ts';
import { wholeSketch } from './reference.ts';
import { askedColumns, RANGE_PARAMETERS, rollupRanges } from './rollup-ranges.ts';

const KEY = 'website_id, grain, bucket, subject_id, revision, packed';

export const readSketches = statement(
  'read-sketches',
  RANGE_PARAMETERS,
  { website_id: int4<WebsiteId>(), read: int4(), subject_id: int4(), revision: int8(), ...SKETCH_COLUMNS },
  {
    ranges: rollupRanges(`${KEY}, ${askedColumns(SKETCHES)}`),
    sketches: eachMetric(
      (metric) => `${wholeSketch(`${metric}_sketch`, 'any ($1::int[])')} as ${metric}_sketch`,
    ),
  },
);
export type SketchesRow = RowOf<typeof readSketches>;
