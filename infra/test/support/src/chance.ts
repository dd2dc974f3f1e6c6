import { STANDARD_ERROR } from '@funnel/domain';

/** Read once: in Jest, where modules run in a separate context, each access to a global is slow. */
const { cos, floor, imul, log, PI, round, sqrt } = Math;
const SPARSE_LIMIT = 4096;
const EXACT_LIMIT = 300;

/** Seeded random numbers, and counts with the error of a sketch. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** Mulberry32: a number from 0 to 1. */
  unit(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  whole(min: number, max: number): number {
    return min + floor(this.unit() * (max - min + 1));
  }

  /** Every order of magnitude is equally likely. */
  logUniform(min: number, max: number): number {
    return min * (max / min) ** this.unit();
  }

  normal(): number {
    return sqrt(-2 * log(1 - this.unit())) * cos(2 * PI * this.unit());
  }

  /** Exact for small numbers, by the gaps between successes; the normal approximation for large ones. */
  binomial(trials: number, probability: number): number {
    const p = Math.min(1, Math.max(0, probability));
    if (p > 0.5) return trials - this.binomial(trials, 1 - p);
    if (p === 0) return 0;
    if (trials * p > EXACT_LIMIT) return round(trials * p + sqrt(trials * p * (1 - p)) * this.normal());
    const perGap = log(1 - p);
    let successes = 0;
    for (let at = this.#gap(perGap); at <= trials; at += this.#gap(perGap)) successes += 1;
    return successes;
  }

  /** The count as a sketch estimates it. */
  sketched(count: number): number {
    return count > SPARSE_LIMIT ? round(count * (1 + STANDARD_ERROR * this.normal())) : count;
  }

  #gap(perGap: number): number {
    return floor(log(1 - this.unit()) / perGap) + 1;
  }
}
