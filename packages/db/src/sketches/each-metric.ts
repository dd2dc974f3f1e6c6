import { SKETCHED_METRICS, type SketchedMetric } from '@funnel/domain';
import { alike, nullable, text } from '../connection/column-types.ts';

/** SQL that is the same for each metric with sketches, separated by commas. */
export function eachMetric(sqlOf: (metric: SketchedMetric) => string): string {
  return SKETCHED_METRICS.map(sqlOf).join(', ');
}

export const SKETCHES = SKETCHED_METRICS.map((metric) => `${metric}_sketch` as const);

/** The sketches of a row; null if the row has none, or if it was not asked for. */
export const SKETCH_COLUMNS = alike(SKETCHES, nullable(text()));
