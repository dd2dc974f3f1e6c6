import { bucketStart, type Day, EVENT_TYPES, type Grain, type Level, SKETCHED_METRICS } from '@funnel/domain';
import { groupByPlace } from './group-by-place.ts';

const COLUMNS = EVENT_TYPES.length;
const SKETCHED_COLUMNS = SKETCHED_METRICS.length;
const NO_VISITORS = new Int32Array();

/**
 * What a batch adds to the subjects of one level, in the calendar buckets of one grain. A cell is a subject in a bucket. The
 * cells are numbered and kept as lists of numbers: a batch has tens of thousands of them, most with a visitor or two, and
 * objects with lists of their own would take ten times the memory.
 */
export class Cells {
  readonly level: Level;
  readonly grain: Grain;
  readonly buckets: Day[] = [];
  readonly subjectIds: number[] = [];
  readonly revenueCents: bigint[] = [];
  /** Six for each cell. */
  readonly counts: number[] = [];
  readonly #numbers = new Map<Day, Map<number, number>>();
  /** The visitors, and the place of each: five for each cell. */
  #visitors: number[] = [];
  #places: number[] = [];

  constructor(level: Level, grain: Grain) {
    this.level = level;
    this.grain = grain;
  }

  /** The number of a cell, which is created if it is the first time that it is asked for. */
  numberOf(bucket: Day, subjectId: number): number {
    let ofBucket = this.#numbers.get(bucket);
    if (!ofBucket) this.#numbers.set(bucket, (ofBucket = new Map()));
    let number = ofBucket.get(subjectId);
    if (number === undefined) {
      number = this.buckets.length;
      ofBucket.set(subjectId, number);
      this.buckets.push(bucket);
      this.subjectIds.push(subjectId);
      this.revenueCents.push(0n);
      for (let column = 0; column < COLUMNS; column++) this.counts.push(0);
    }
    return number;
  }

  addCount(number: number, column: number, count: number): void {
    const at = number * COLUMNS + column;
    this.counts[at] = (this.counts[at] ?? 0) + count;
  }

  addRevenue(number: number, cents: bigint): void {
    this.revenueCents[number] = (this.revenueCents[number] ?? 0n) + cents;
  }

  addVisitor(number: number, column: number, visitor: number): void {
    this.#visitors.push(visitor);
    this.#places.push(number * SKETCHED_COLUMNS + column);
  }

  /** The same in larger buckets. */
  atGrain(grain: Grain): Cells {
    if (grain === this.grain) return this;
    const coarse = new Cells(this.level, grain);
    const numbers = this.buckets.map((bucket, number) => {
      const target = coarse.numberOf(bucketStart(bucket, grain), this.subjectIds[number] ?? 0);
      for (let column = 0; column < COLUMNS; column++)
        coarse.addCount(target, column, this.counts[number * COLUMNS + column] ?? 0);
      coarse.addRevenue(target, this.revenueCents[number] ?? 0n);
      return target;
    });
    coarse.#visitors = this.#visitors;
    coarse.#places = this.#places.map((place) => {
      const column = place % SKETCHED_COLUMNS;
      return (numbers[(place - column) / SKETCHED_COLUMNS] ?? 0) * SKETCHED_COLUMNS + column;
    });
    return coarse;
  }

  /** The cells by bucket and subject. Nothing can be added afterwards. */
  inKeyOrder(): Cell[] {
    const visitors = groupByPlace(this.#visitors, this.#places, this.buckets.length * SKETCHED_COLUMNS);
    return this.buckets
      .map((_, number) => new Cell(this, number, visitors))
      .sort((one, other) => one.bucket - other.bucket || one.subjectId - other.subjectId);
  }
}

/** What a batch adds to one subject in one calendar bucket. */
export class Cell {
  readonly #cells: Cells;
  readonly #number: number;
  readonly #visitors: (place: number) => Int32Array;

  constructor(cells: Cells, number: number, visitors: (place: number) => Int32Array) {
    this.#cells = cells;
    this.#number = number;
    this.#visitors = visitors;
  }

  get level(): Level {
    return this.#cells.level;
  }

  get grain(): Grain {
    return this.#cells.grain;
  }

  get bucket(): Day {
    return this.#cells.buckets[this.#number] ?? 0;
  }

  get subjectId(): number {
    return this.#cells.subjectIds[this.#number] ?? 0;
  }

  get revenueCents(): bigint {
    return this.#cells.revenueCents[this.#number] ?? 0n;
  }

  /** Views, conversions, completions, submissions, subscribes or orders: in the order of `EVENT_TYPES`. */
  count(column: number): number {
    return this.#cells.counts[this.#number * COLUMNS + column] ?? 0;
  }

  /** The visitors of one of the first five counts, as often as they came. */
  visitors(column: number): Int32Array {
    return this.count(column) === 0 ? NO_VISITORS : this.#visitors(this.#number * SKETCHED_COLUMNS + column);
  }
}
