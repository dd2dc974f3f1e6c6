import type { WebsiteId } from '@funnel/domain';
import { arrays, int4, int4Literal, int8 } from '../connection/column-types.ts';
import type { RowOf } from '../connection/statement.ts';
import { statement } from '../statement.ts';
import { askedSketches, eachMetric, SKETCH_COLUMNS } from './each-metric.ts';
import { wholeSketch } from './reference.ts';

/** Reads the sketches of buckets. */
export const readSketches = statement(
  'read-sketches',
  {
    websites: int4Literal(),
    ...arrays('reads', 'levels', 'grains', 'buckets', 'firstSubjects', 'lastSubjects'),
    metrics: int4(),
  },
  { website_id: int4<WebsiteId>(), read: int4(), subject_id: int4(), revision: int8(), ...SKETCH_COLUMNS },
  {
    asked: askedSketches('$8::int'),
    sketches: eachMetric(
      (metric) => `${wholeSketch(`${metric}_sketch`, 'any ($1::int[])')} as ${metric}_sketch`,
    ),
  },
);
/** A row of `readSketches`. */
export type SketchesRow = RowOf<typeof readSketches>;
