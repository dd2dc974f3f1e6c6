import type { Registers } from './registers.ts';
import { SPARSE_LIMIT } from './sorted-keys.ts';
import { INDEX_BITS, MAX_REGISTER_RANK, REGISTERS } from './sparse-key.ts';

const INDEXES = 2 ** INDEX_BITS;
/** A power of two, so that indexes are cheap. */
const RANKS = 64;
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

/** Below this, the union of sketches is certainly sparse, and so are its parts. */
const SPARSE_UNION = SPARSE_LIMIT / 2;
/** Six standard errors of the union and six of its parts: no estimate comes near that. */
const DENSE_MARGIN = 12 * STANDARD_ERROR;

/**
 * Returns a number that the estimate of a union of sketches does not exceed, given the sum of the estimates of its
 * parts. Sparse estimates are exact but for rounding.
 * @example
 * assert.equal(unionUpperBound(300, 3), 303);
 * assert.ok(unionUpperBound(1_000_000, 3) > 1_050_000);
 */
export function unionUpperBound(sumOfEstimates: number, parts: number): number {
  const margin = sumOfEstimates < SPARSE_UNION ? 0 : Math.ceil(sumOfEstimates * DENSE_MARGIN);
  return sumOfEstimates + margin + parts;
}

/** Linear counting over 2^25 indexes. For a few thousand visitors the correction is still below one. */
export function estimateSparse(indexes: number): number {
  return Math.round(-INDEXES * Math.log1p(-indexes / INDEXES));
}

/** Algorithm 6 of O. Ertl, "New cardinality estimation algorithms for HyperLogLog sketches" (2017). Needs no tables. */
export function estimateDense(registers: Registers): number {
  countRanks(registers);
  const share = (rank: number) => (histogram[rank] ?? 0) / REGISTERS;

  let harmonic = tau(1 - share(MAX_REGISTER_RANK));
  for (let rank = MAX_REGISTER_RANK - 1; rank >= 1; rank--) harmonic = (harmonic + share(rank)) / 2;
  harmonic += sigma(share(0));
  return Math.round((ALPHA * REGISTERS) / harmonic);
}

/** How many registers have each rank. Four counters per rank: neighbours often have equal ranks and would wait for each other. */
const counters = new Int32Array(4 * RANKS);
const histogram = new Int32Array(RANKS);

function countRanks({ words }: Registers): void {
  counters.fill(0);
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? 0;
    countRank(word & 0xff);
    countRank(RANKS + ((word >>> 8) & 0xff));
    countRank(2 * RANKS + ((word >>> 16) & 0xff));
    countRank(3 * RANKS + (word >>> 24));
  }
  for (let rank = 0; rank < RANKS; rank++) {
    const at = (lane: number) => counters[lane * RANKS + rank] ?? 0;
    histogram[rank] = at(0) + at(1) + at(2) + at(3);
  }
}

function countRank(counter: number): void {
  counters[counter] = (counters[counter] ?? 0) + 1;
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
