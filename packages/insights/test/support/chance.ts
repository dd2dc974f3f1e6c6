const STANDARD_ERROR = 0.0081;
const SPARSE = 4096;
const COUNTED_ONE_BY_ONE = 300;

/** Seeded chance, and what sketches make of a count. */
export class Chance {
  private state: number;

  constructor(seed: number) {
    this.state = seed;
  }

  /** Mulberry32: millions are drawn, so no generator. */
  unit(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  whole(min: number, max: number): number {
    return min + Math.floor(this.unit() * (max - min + 1));
  }

  /** Every order of magnitude as often as any other. */
  logUniform(min: number, max: number): number {
    return min * (max / min) ** this.unit();
  }

  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.unit())) * Math.cos(2 * Math.PI * this.unit());
  }

  /** Exact where it matters, by the gaps between successes; the normal curve for hundreds. */
  binomial(trials: number, probability: number): number {
    const p = Math.min(1, Math.max(0, probability));
    if (p > 0.5) return trials - this.binomial(trials, 1 - p);
    if (p === 0) return 0;
    if (trials * p > COUNTED_ONE_BY_ONE)
      return Math.round(trials * p + Math.sqrt(trials * p * (1 - p)) * this.normal());
    const perGap = Math.log(1 - p);
    let successes = 0;
    for (let at = this.gap(perGap); at <= trials; at += this.gap(perGap)) successes += 1;
    return successes;
  }

  /** The count as a sketch reports it. */
  sketched(count: number): number {
    return count > SPARSE ? Math.round(count * (1 + STANDARD_ERROR * this.normal())) : count;
  }

  private gap(perGap: number): number {
    return Math.floor(Math.log(1 - this.unit()) / perGap) + 1;
  }
}
