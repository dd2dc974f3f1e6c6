import { bucketStart, type Day, type Grain, type Level } from '@funnel/domain';
import { Cells, VISITOR_COLUMNS } from './cells.ts';
import { groupByPlace } from './group-by-place.ts';

/** Adds up what a batch adds to the subjects of one level, in the calendar buckets of one grain. */
export class CellBuilder {
  readonly #level: Level;
  readonly #grain: Grain;
  /** The cells are numbered in the order of their first event. */
  readonly #numbers = new Map<Day, Map<number, number>>();
  readonly #buckets: Day[] = [];
  readonly #subjectIds: number[] = [];
  readonly #orders: number[] = [];
  readonly #revenueCents: bigint[] = [];
  /** Each visitor with its place: the number of the cell times the number of columns, plus the column. */
  readonly #visitors: number[];
  readonly #places: number[];

  constructor(level: Level, grain: Grain, visitors: number[] = [], places: number[] = []) {
    this.#level = level;
    this.#grain = grain;
    this.#visitors = visitors;
    this.#places = places;
  }

  addVisitor(bucket: Day, subjectId: number, column: number, visitor: number): void {
    this.#visitors.push(visitor);
    this.#places.push(this.#numberOf(bucket, subjectId) * VISITOR_COLUMNS + column);
  }

  addOrders(bucket: Day, subjectId: number, orders: number, revenueCents: bigint): void {
    const number = this.#numberOf(bucket, subjectId);
    this.#orders[number] = (this.#orders[number] ?? 0) + orders;
    this.#revenueCents[number] = (this.#revenueCents[number] ?? 0n) + revenueCents;
  }

  /** The same in larger buckets. */
  atGrain(grain: Grain): CellBuilder {
    if (grain === this.#grain) return this;
    const places = [...this.#places];
    const coarse = new CellBuilder(this.#level, grain, this.#visitors, places);
    const numbers = this.#buckets.map((bucket, number) => {
      const [start, subjectId] = [bucketStart(bucket, grain), this.#subjectIds[number] ?? 0];
      coarse.addOrders(start, subjectId, this.#orders[number] ?? 0, this.#revenueCents[number] ?? 0n);
      return coarse.#numberOf(start, subjectId);
    });
    renumber(places, numbers);
    return coarse;
  }

  /** The result, by bucket and subject. */
  build(): Cells {
    const [buckets, subjectIds] = [this.#buckets, this.#subjectIds];
    const order = buckets
      .map((_, number) => number)
      .sort(
        (one, other) =>
          (buckets[one] ?? 0) - (buckets[other] ?? 0) || (subjectIds[one] ?? 0) - (subjectIds[other] ?? 0),
      );
    const inOrder = (values: readonly number[]) => Int32Array.from(order, (number) => values[number] ?? 0);
    const rankOf: number[] = [];
    for (const [rank, number] of order.entries()) rankOf[number] = rank;
    const places = [...this.#places];
    renumber(places, rankOf);
    return new Cells(this.#level, this.#grain, {
      buckets: inOrder(buckets),
      subjectIds: inOrder(subjectIds),
      orders: inOrder(this.#orders),
      revenueCents: order.map((number) => this.#revenueCents[number] ?? 0n),
      ...groupByPlace(this.#visitors, places, buckets.length * VISITOR_COLUMNS),
    });
  }

  #numberOf(bucket: Day, subjectId: number): number {
    let ofBucket = this.#numbers.get(bucket);
    if (!ofBucket) this.#numbers.set(bucket, (ofBucket = new Map()));
    let number = ofBucket.get(subjectId);
    if (number === undefined) {
      number = this.#buckets.length;
      ofBucket.set(subjectId, number);
      this.#buckets.push(bucket);
      this.#subjectIds.push(subjectId);
      this.#orders.push(0);
      this.#revenueCents.push(0n);
    }
    return number;
  }
}

/** Gives the cell of each place its new number. */
function renumber(places: number[], numbers: readonly number[]): void {
  for (let at = 0; at < places.length; at++) {
    const place = places[at] ?? 0;
    const column = place % VISITOR_COLUMNS;
    places[at] = (numbers[(place - column) / VISITOR_COLUMNS] ?? 0) * VISITOR_COLUMNS + column;
  }
}
