import { hash32, hashText, unitOf } from './hash.ts';

export type Words = readonly [number, number, number, number];
/** A value and how often it comes, in relation to the others. */
export type Weighted<Value> = readonly [Value, number];

const { floor, imul } = Math;

/** Another number tells another story of the same shape. */
const SEED = 1;
/** From here on a Poisson count is as good as normal. */
const LARGE_MEAN = 40;

/** xoshiro128** (Blackman and Vigna): numbers that look random and are the same every time. */
export class Random {
  private a: number;
  private b: number;
  private c: number;
  private d: number;

  constructor([a, b, c, d]: Words) {
    [this.a, this.b, this.c, this.d] = [a, b, c, d];
  }

  /** A stream of its own for each purpose and subject, so that none depends on what another has drawn. */
  static of(purpose: string, ...subject: readonly number[]): Random {
    const word = (place: number) => hash32(SEED, hashText(purpose), ...subject, place);
    return new Random([word(1), word(2), word(3), word(4)]);
  }

  /** 32 bits. */
  next(): number {
    const result = imul(rotate(imul(this.b, 5), 7), 9);
    const shifted = this.b << 9;
    this.c ^= this.a;
    this.d ^= this.b;
    this.b ^= this.c;
    this.a ^= this.d;
    this.c ^= shifted;
    this.d = rotate(this.d, 11);
    return result >>> 0;
  }

  /** From 0 up to, not including, 1. */
  unit(): number {
    return unitOf(this.next());
  }

  /** A whole number from 0 up to, not including, `limit`. */
  below(limit: number): number {
    return floor(this.unit() * limit);
  }

  chance(probability: number): boolean {
    return this.unit() < probability;
  }

  /** Standard normal (Box and Muller). */
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
