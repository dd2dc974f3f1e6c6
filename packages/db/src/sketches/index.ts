export { eachMetric, SKETCH_COLUMNS, SKETCHES } from './each-metric.ts';
export { findUnpacked, findUnpackedBuckets, packBuckets } from './pack-buckets.ts';
export { readSketches, type SketchesRow } from './read-sketches.ts';
export { askedColumns, RANGE_PARAMETERS, rollupRanges } from './rollup-ranges.ts';
export { unpackBuckets } from './unpack-buckets.ts';
