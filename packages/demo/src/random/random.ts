import { hash32, hashText, unitOf, type Words } from './hash.ts';

export type Weighted<Value> = readonly [Value, number];

const { floor, imul } = Math;

/** Another seed gives other events with the same distribution. */
const SEED = 1;
/** Above this mean the normal distribution replaces the Poisson distribution. */
const LARGE_MEAN = 40;

/** A repeatable random number generator: xoshiro128** (Blackman and Vigna). */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #d: number;

  constructor([a, b, c, d]: Words) {
    [this.#a, this.#b, this.#c, this.#d] = [a, b, c, d];
  }

  /** A separate stream for each purpose and subject, so that they do not affect each other. */
  static of(purpose: string, ...subject: readonly number[]): Random {
    const word = (place: number) => hash32(SEED, hashText(purpose), ...subject, place);
    return new Random([word(1), word(2), word(3), word(4)]);
  }

  next(): number {
    const result = imul(rotate(imul(this.#b, 5), 7), 9);
    const shifted = this.#b << 9;
    this.#c ^= this.#a;
    this.#d ^= this.#b;
    this.#b ^= this.#c;
    this.#a ^= this.#d;
    this.#c ^= shifted;
    this.#d = rotate(this.#d, 11);
    return result >>> 0;
  }

  /** A number from 0 to 1, excluding 1. */
  unit(): number {
    return unitOf(this.next());
  }

  /** A whole number from 0 to `limit`, excluding `limit`. */
  below(limit: number): number {
    return floor(this.unit() * limit);
  }

  chance(probability: number): boolean {
    return this.unit() < probability;
  }

  /** A number of the standard normal distribution (Box and Muller). */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.unit())) * Math.cos(2 * Math.PI * this.unit());
  }

  poisson(mean: number): number {
    if (mean > LARGE_MEAN) return Math.max(0, Math.round(mean + Math.sqrt(mean) * this.normal()));
    const limit = Math.exp(-mean);
    let count = 0;
    for (let product = this.unit(); product > limit; product *= this.unit()) count += 1;
    return count;
  }

  pick<Value>(choices: readonly Weighted<Value>[]): Value {
    let left = this.unit() * choices.reduce((sum, [, weight]) => sum + weight, 0);
    const chosen = choices.find(([, weight]) => (left -= weight) < 0) ?? choices.at(-1);
    if (!chosen) throw new RangeError('There is nothing to pick from');
    return chosen[0];
  }
}

function rotate(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}

/** Multiples of the golden ratio are spread most evenly over the unit interval. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * Draws so that almost exactly the given share of cases is true. With independent draws, a variant would win by chance in
 * some weeks. Here a tie stays a tie, and the winner wins every week.
 */
export class EvenDraws {
  readonly #random: Random;
  readonly #last = new Map<number, number>();

  constructor(random: Random) {
    this.#random = random;
  }

  /** Whether the next case of a subject is true. */
  chance(subject: number, probability: number): boolean {
    const draw = ((this.#last.get(subject) ?? this.#random.unit()) + GOLDEN) % 1;
    this.#last.set(subject, draw);
    return draw < probability;
  }
}
