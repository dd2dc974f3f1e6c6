/** The parts of the benchmark, in the order in which they run. */
export const SECTION_NAMES = [
  'floors',
  'reports',
  'http',
  'concurrency',
  'tools',
  'memory',
  'growth',
] as const;

/** One part of the benchmark. */
export type SectionName = (typeof SECTION_NAMES)[number];
