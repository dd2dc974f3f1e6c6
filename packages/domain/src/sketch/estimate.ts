import type { Registers } from './registers.ts';
import { SPARSE_LIMIT } from './sorted-keys.ts';
import { INDEX_BITS, MAX_REGISTER_RANK, REGISTERS } from './sparse-key.ts';

const INDEXES = 2 ** INDEX_BITS;
const ALPHA = 1 / (2 * Math.LN2);

/** Relative standard error of a dense sketch: 1.04 / sqrt(2^14). */
export const STANDARD_ERROR = 0.0081;

/** A dense sketch just above the limit may estimate a little less than the limit. */
const CERTAINLY_SPARSE = SPARSE_LIMIT * (1 - 3 * STANDARD_ERROR);

/**
 * Returns the relative standard error of an estimate whose sketch is no longer available; 0 if it was sparse.
 * @example
 * assert.equal(standardErrorOf(1_000), 0);
 * assert.equal(standardErrorOf(1_000_000), STANDARD_ERROR);
 */
export function standardErrorOf(estimate: number): number {
  return estimate > CERTAINLY_SPARSE ? STANDARD_ERROR : 0;
}

/** Linear counting over 2^25 indexes. For a few thousand visitors the correction is still below one. */
export function estimateSparse(indexes: number): number {
  return Math.round(-INDEXES * Math.log1p(-indexes / INDEXES));
}

/**
 * The improved raw estimator of O. Ertl, "New cardinality estimation algorithms for HyperLogLog sketches" (2017),
 * algorithm 6. It is unbiased over the whole range and needs no tables or thresholds.
 */
export function estimateDense(registers: Registers): number {
  const histogram = new Int32Array(MAX_REGISTER_RANK + 1);
  for (let register = 0; register < REGISTERS; register++) {
    const rank = registers[register] ?? 0;
    histogram[rank] = (histogram[rank] ?? 0) + 1;
  }
  const share = (rank: number) => (histogram[rank] ?? 0) / REGISTERS;

  let harmonic = tau(1 - share(MAX_REGISTER_RANK));
  for (let rank = MAX_REGISTER_RANK - 1; rank >= 1; rank--) harmonic = (harmonic + share(rank)) / 2;
  harmonic += sigma(share(0));
  return Math.round((ALPHA * REGISTERS) / harmonic);
}

/** x + the sum of x^(2^k) * 2^(k-1), where x is the share of empty registers. */
function sigma(x: number): number {
  if (x === 1) return Number.POSITIVE_INFINITY;
  let power = x;
  let weight = 1;
  let sum = x;
  for (let before = Number.NaN; sum !== before; weight *= 2) {
    before = sum;
    power *= power;
    sum += power * weight;
  }
  return sum;
}

/** (1 - x - the sum of (1 - x^(2^-k))^2 * 2^-k) / 3, where x is the share of registers below the highest rank. */
function tau(x: number): number {
  if (x === 0 || x === 1) return 0;
  let root = x;
  let weight = 1;
  let sum = 1 - x;
  for (let before = Number.NaN; sum !== before; ) {
    before = sum;
    root = Math.sqrt(root);
    weight /= 2;
    sum -= (1 - root) ** 2 * weight;
  }
  return sum / 3;
}
