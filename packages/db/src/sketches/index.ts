export { askedSketches, eachMetric, SKETCH_COLUMNS } from './each-metric.ts';
export { findUnpacked, findUnpackedBuckets, packBuckets } from './pack-buckets.ts';
export { readSketches, type SketchesRow } from './read-sketches.ts';
export { unpackBuckets } from './unpack-buckets.ts';
