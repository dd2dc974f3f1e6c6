/** The sketches of a rollup row, in the order of their bits in the statements. */
export const SKETCH_COLUMNS = [
  'views_sketch',
  'conversions_sketch',
  'completions_sketch',
  'submissions_sketch',
  'subscribes_sketch',
] as const;

export type SketchColumns = Record<(typeof SKETCH_COLUMNS)[number], Uint8Array | null>;
