import {
  type Bucket,
  bucketStart,
  countedSubject,
  type Day,
  EVENT_TYPES,
  GRAINS,
  type Grain,
  type Level,
  LEVELS,
  type WebsiteId,
  Turns,
} from '@funnel/domain';
import type { EventBlock } from '../parse/event-block.ts';
import { sortByInteger } from '../shared/counting-sort.ts';
import { type Cell, LevelEvents, type SortedEvents } from './level-events.ts';
import { numbered, type Numbered } from './numbered.ts';

export type IsWanted = (grain: Grain, bucket: Day) => boolean;
/** Cells, in groups of one level and grain. */
export type Rows = AsyncIterable<Iterable<Cell>>;

/** The column that holds the subject of an event at each level. */
const SUBJECT_COLUMNS = {
  website: 'websiteIds',
  campaign: 'campaignIds',
  variant: 'variantIds',
  step: 'stepIds',
  element: 'elementIds',
} as const satisfies Record<Level, keyof EventBlock['columns']>;

/**
 * Adds up events of one website. They are sorted by visitor once, by subject and type for each level, and by bucket for each grain:
 * so all that belongs to a row lies together, with its visitors in ascending order, which is how a sketch takes them.
 */
export class WebsiteTotals {
  readonly websiteId: WebsiteId;
  readonly #block: EventBlock;
  /** The events, as indexes of the block, in the order of their visitors. */
  readonly #events: Int32Array;
  readonly #sorted: SortedEvents;

  /** `events` are indexes of the block. */
  constructor(websiteId: WebsiteId, block: EventBlock, events: Int32Array) {
    const { columns } = block;
    this.websiteId = websiteId;
    this.#block = block;
    this.#events = sortByInteger(events, columns.visitors);
    this.#sorted = {
      visitors: this.#integers(columns.visitors),
      types: Uint8Array.from(this.#events, (event) => columns.types[event] ?? 0),
      days: numbered(this.#integers(columns.days)),
      revenueCents: Float64Array.from(this.#events, (event) => columns.revenueCents[event] ?? 0),
    };
  }

  get events(): number {
    return this.#events.length;
  }

  get firstDay(): Day {
    return this.#sorted.days.distinct[0] ?? Number.POSITIVE_INFINITY;
  }

  get lastDay(): Day {
    return this.#sorted.days.distinct.at(-1) ?? Number.NEGATIVE_INFINITY;
  }

  /** The rows of each level and grain whose bucket is wanted, in the order of the key, in turns with other work. */
  async *rows(isWanted: IsWanted): AsyncGenerator<Iterable<Cell>> {
    const grains = GRAINS.map((grain) => ({ grain, buckets: this.#bucketsOf(grain) })).filter(
      ({ grain, buckets }) => buckets.distinct.some((bucket) => isWanted(grain, bucket)),
    );
    if (grains.length === 0) return;
    const turns = new Turns();
    for (const level of LEVELS) {
      const subjects = numbered(this.#integers(this.#block.columns[SUBJECT_COLUMNS[level]]));
      const counts = EVENT_TYPES.map((type) => countedSubject(level, type, 1) !== undefined);
      const events = new LevelEvents(this.#sorted, subjects, counts);
      if (events.isEmpty) continue;
      for (const { grain, buckets } of grains) {
        yield cellsOf(events, { level, grain, buckets, isWanted });
        if (turns.isOver) await turns.next();
      }
    }
  }

  buckets(): Bucket[] {
    return GRAINS.flatMap((grain) => [...this.#bucketsOf(grain).distinct].map((start) => ({ grain, start })));
  }

  /** The first days of the buckets of the days. */
  #bucketsOf(grain: Grain): Numbered {
    return numbered(this.#sorted.days.distinct.map((day) => bucketStart(day, grain)));
  }

  #integers(column: Int32Array): Int32Array {
    const integers = new Int32Array(this.#events.length);
    for (let at = 0; at < integers.length; at++) integers[at] = column[this.#events[at] ?? 0] ?? 0;
    return integers;
  }
}

function* cellsOf(
  events: LevelEvents,
  { level, grain, buckets, isWanted }: { level: Level; grain: Grain; buckets: Numbered; isWanted: IsWanted },
): Generator<Cell> {
  const starts = [...buckets.distinct];
  const wanted = starts.map((start) => isWanted(grain, start));
  for (const { bucket, ...sums } of events.sums(buckets.numbers, starts.length))
    if (wanted[bucket]) yield { level, grain, bucket: starts[bucket] ?? 0, ...sums };
}
