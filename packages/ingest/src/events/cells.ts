import { type Day, EVENT_TYPES, type Grain, type Level, SKETCHED_METRICS } from '@funnel/domain';

/** What a batch adds to one subject in one calendar bucket. */
export interface Cell {
  level: Level;
  grain: Grain;
  bucket: Day;
  subjectId: number;
  /** Views, conversions, completions, submissions, subscribes, orders: in the order of `EVENT_TYPES`. */
  counts: number[];
  revenueCents: bigint;
  /** The visitors of the first five counts, as often as they came. */
  visitors: Int32Array[];
}

/** The columns that count visitors. The last one counts orders. */
export const VISITOR_COLUMNS = SKETCHED_METRICS.length;
const NO_VISITORS = new Int32Array();

/**
 * All cells of one level and grain, by bucket and subject. A batch can have more cells than events, most of them with a
 * visitor or two; so they are kept as numbers, and a cell becomes an object when it is written.
 */
export class Cells {
  readonly #level: Level;
  readonly #grain: Grain;
  readonly #buckets: Int32Array;
  readonly #subjectIds: Int32Array;
  readonly #orders: Int32Array;
  /** Not a `BigInt64Array`, which begins anew without an error when a sum is too large for it. */
  readonly #revenueCents: readonly bigint[];
  /** Cell by cell, and for each cell column by column. */
  readonly #visitors: Int32Array;
  readonly #visitorEnds: Int32Array;

  constructor(level: Level, grain: Grain, columns: CellColumns) {
    this.#level = level;
    this.#grain = grain;
    this.#buckets = columns.buckets;
    this.#subjectIds = columns.subjectIds;
    this.#orders = columns.orders;
    this.#revenueCents = columns.revenueCents;
    this.#visitors = columns.visitors;
    this.#visitorEnds = columns.visitorEnds;
  }

  get length(): number {
    return this.#buckets.length;
  }

  /** The cells whose bucket is wanted. */
  *where(isWanted: (bucket: Day) => boolean): Generator<Cell> {
    for (const [index, bucket] of this.#buckets.entries()) if (isWanted(bucket)) yield this.#at(index);
  }

  /** How many they are. */
  countWhere(isWanted: (bucket: Day) => boolean): number {
    return this.#buckets.reduce((count, bucket) => (isWanted(bucket) ? count + 1 : count), 0);
  }

  #at(index: number): Cell {
    const visitors = SKETCHED_METRICS.map((_, column) => this.#visitorsAt(index * VISITOR_COLUMNS + column));
    return {
      level: this.#level,
      grain: this.#grain,
      bucket: this.#buckets[index] ?? 0,
      subjectId: this.#subjectIds[index] ?? 0,
      counts: EVENT_TYPES.map((_, column) => visitors[column]?.length ?? this.#orders[index] ?? 0),
      revenueCents: this.#revenueCents[index] ?? 0n,
      visitors,
    };
  }

  #visitorsAt(place: number): Int32Array {
    const from = place === 0 ? 0 : (this.#visitorEnds[place - 1] ?? 0);
    const end = this.#visitorEnds[place] ?? 0;
    return from === end ? NO_VISITORS : this.#visitors.subarray(from, end);
  }
}

/** What `Cells` are made of, in the order of the cells. */
export interface CellColumns {
  buckets: Int32Array;
  subjectIds: Int32Array;
  orders: Int32Array;
  revenueCents: readonly bigint[];
  visitors: Int32Array;
  visitorEnds: Int32Array;
}
