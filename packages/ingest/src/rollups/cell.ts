import type { Day, Grain, Level } from '@funnel/domain';

/** What a batch adds to one subject in one calendar bucket. */
export interface Cell {
  level: Level;
  grain: Grain;
  bucket: Day;
  subjectId: number;
  /** Views, conversions, completions, submissions, subscribes, orders: in the order of `EVENT_TYPES`. */
  counts: readonly number[];
  revenueCents: bigint;
  /** The visitors of the first five counts, as often as they came: those of a count follow each other from `from` on, in ascending order. */
  visitors: Int32Array;
  from: number;
}
