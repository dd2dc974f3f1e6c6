import { type Day, EVENT_TYPES, type Grain, type Level, SKETCHED_METRICS } from '@funnel/domain';
import { sumUp } from '../shared/counting-sort.ts';
import type { Numbered } from './numbered.ts';

const TYPES = EVENT_TYPES.length;
const SKETCHED = SKETCHED_METRICS.length;
/** Sums of cents below it are exact as floats; an order has at most 1e14. */
const EXACT_CENTS = 2 ** 52;

/** What a batch adds to one subject in one calendar bucket. */
export interface Cell {
  level: Level;
  grain: Grain;
  bucket: Day;
  subjectId: number;
  /** Views, conversions, completions, submissions, subscribes, orders: in the order of `EVENT_TYPES`. */
  counts: readonly number[];
  revenueCents: bigint;
  /** The visitors of the first five counts, as often as they came: those of a count follow each other from `from` on, in ascending order. */
  visitors: Int32Array;
  from: number;
}

/** The sums of a subject in a bucket, given by its number. */
export type Sums = Pick<Cell, 'subjectId' | 'counts' | 'revenueCents' | 'visitors' | 'from'> & {
  bucket: number;
};

/** Events of one website, in the order of their visitors. */
export interface SortedEvents {
  visitors: Int32Array;
  types: Uint8Array;
  days: Numbered;
  revenueCents: Float64Array;
}

/** What events add to the subjects of one level. Sorts values, not places: memory is then read in its order. */
export class LevelEvents {
  readonly #subjectIds: Int32Array;
  /** The number of the subject and the type, in ascending order; and of each its visitor, or of an order its place among the events. */
  readonly #places: Int32Array;
  readonly #values: Int32Array;
  readonly #days: Int32Array;
  readonly #revenueCents: Float64Array;

  /** `subjects` are those of the events; `counts` says which types count for one that is not 0. */
  constructor(events: SortedEvents, subjects: Numbered, counts: readonly boolean[]) {
    const { visitors, types, days } = events;
    this.#subjectIds = subjects.distinct;
    this.#revenueCents = events.revenueCents;
    const none = subjects.distinct[0] === 0 ? 0 : -1;
    const ends = new Int32Array(subjects.distinct.length * TYPES + 1);
    const placeOf = (event: number) => {
      const [subject = 0, type = 0] = [subjects.numbers[event], types[event]];
      return subject === none || !counts[type] ? -1 : subject * TYPES + type;
    };
    for (let event = 0; event < types.length; event++) {
      const place = placeOf(event);
      if (place >= 0) ends[place + 1] = (ends[place + 1] ?? 0) + 1;
    }
    sumUp(ends);
    const length = ends.at(-1) ?? 0;
    [this.#places, this.#values, this.#days] = [
      new Int32Array(length),
      new Int32Array(length),
      new Int32Array(length),
    ];
    for (let event = 0; event < types.length; event++) {
      const place = placeOf(event);
      if (place < 0) continue;
      const to = ends[place] ?? 0;
      ends[place] = to + 1;
      this.#places[to] = place;
      this.#values[to] = place % TYPES < SKETCHED ? (visitors[event] ?? 0) : event;
      this.#days[to] = days.numbers[event] ?? 0;
    }
  }

  get isEmpty(): boolean {
    return this.#places.length === 0;
  }

  /** The sums of each bucket and subject, in this order. `bucketOfDay` are the numbers of the days' buckets, of which there are `buckets`. */
  *sums(bucketOfDay: Int32Array, buckets: number): Generator<Sums> {
    const ends = new Int32Array(buckets + 1);
    for (let at = 0; at < this.#days.length; at++) {
      const next = (bucketOfDay[this.#days[at] ?? 0] ?? 0) + 1;
      ends[next] = (ends[next] ?? 0) + 1;
    }
    sumUp(ends);
    const starts = ends.slice();
    const [places, values] = [new Int32Array(this.#places.length), new Int32Array(this.#places.length)];
    for (let at = 0; at < this.#days.length; at++) {
      const bucket = bucketOfDay[this.#days[at] ?? 0] ?? 0;
      const to = ends[bucket] ?? 0;
      ends[bucket] = to + 1;
      places[to] = this.#places[at] ?? 0;
      values[to] = this.#values[at] ?? 0;
    }
    for (let bucket = 0; bucket < buckets; bucket++)
      yield* this.#sumsOf(bucket, places, values, { from: starts[bucket] ?? 0, end: ends[bucket] ?? 0 });
  }

  *#sumsOf(
    bucket: number,
    places: Int32Array,
    values: Int32Array,
    { from, end }: { from: number; end: number },
  ): Generator<Sums> {
    for (let at = from; at < end; ) {
      const subject = Math.floor((places[at] ?? 0) / TYPES);
      const first = at;
      const counts = [0, 0, 0, 0, 0, 0];
      for (; at < end && (places[at] ?? 0) < (subject + 1) * TYPES; at++) {
        const type = (places[at] ?? 0) - subject * TYPES;
        counts[type] = (counts[type] ?? 0) + 1;
      }
      const revenueCents = this.#revenueOf(values, at - (counts[SKETCHED] ?? 0), at);
      const subjectId = this.#subjectIds[subject] ?? 0;
      yield { bucket, subjectId, counts, revenueCents, visitors: values, from: first };
    }
  }

  #revenueOf(orders: Int32Array, from: number, end: number): bigint {
    if (from === end) return 0n;
    let [sum, part] = [0n, 0];
    for (let at = from; at < end; at++) {
      part += this.#revenueCents[orders[at] ?? 0] ?? 0;
      if (part > EXACT_CENTS) [sum, part] = [sum + BigInt(part), 0];
    }
    return sum + BigInt(part);
  }
}
