import { SKETCHED_METRICS, type SketchedMetric } from '@funnel/domain';
import { nullable, text } from '../connection/column-types.ts';

/** SQL that is the same for each metric with sketches, separated by commas. */
export function eachMetric(sqlOf: (metric: SketchedMetric, index: number) => string): string {
  return SKETCHED_METRICS.map(sqlOf).join(', ');
}

/** SQL for the sketches that were asked for. `bits` has one bit for each metric, the lowest for the first. */
export function askedSketches(bits: string): string {
  return eachMetric(
    (metric, index) => `case when ${bits} & ${1 << index} > 0 then ${metric}_sketch end as ${metric}_sketch`,
  );
}

/** The sketches of a row; null if the row has none, or if it was not asked for. */
export const SKETCH_COLUMNS = {
  views_sketch: nullable(text()),
  conversions_sketch: nullable(text()),
  completions_sketch: nullable(text()),
  submissions_sketch: nullable(text()),
  subscribes_sketch: nullable(text()),
};
