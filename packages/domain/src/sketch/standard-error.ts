import { SPARSE_LIMIT } from './sorted-keys.ts';

/** Relative standard error of a dense sketch: 1.04 / sqrt(2^14). */
export const STANDARD_ERROR = 0.0081;

/** A dense sketch just above the limit may estimate a little less than it. */
const CERTAINLY_SPARSE = SPARSE_LIMIT * (1 - 3 * STANDARD_ERROR);

/** The relative standard error of an estimate that is all one has of its sketch: none while it was sparse. */
export function standardErrorOf(estimate: number): number {
  return estimate > CERTAINLY_SPARSE ? STANDARD_ERROR : 0;
}
