import { setImmediate } from 'node:timers/promises';
import {
  clampDistinct,
  type Counts,
  estimateUnion,
  parseMoneyCents,
  SKETCHED_METRICS,
  type WebsiteId,
  ZERO_COUNTS,
} from '@funnel/domain';
import type { RollupRow } from './rollup-statements.ts';

/** The counts of one subject in one slot. */
export interface SlotCounts {
  /** Index of the slot. */
  slot: number;
  websiteId: WebsiteId;
  subjectId: number;
  counts: Readonly<Counts>;
}

/** The totals of a subject in a slot, and the sketches of its buckets per metric. */
interface Parts extends SlotCounts {
  counts: Counts;
  sketches: string[][];
}

/** After this much text of sketches, about two milliseconds of work, other requests get their turn. */
const CHARACTERS_PER_TURN = 1_000_000;
/** Of base64. */
const BYTES_PER_CHARACTER = 3 / 4;

/** Larger than any sketch. A longer text is cut off, and the checksum of the sketch reports it. */
const decoded = Buffer.allocUnsafe(32_768);

/** Collects the buckets of slots, and unites their sketches. */
export class RollupUnions {
  readonly #found = new Map<string, Parts>();

  /** Adds one bucket. */
  add(row: RollupRow): void {
    const { counts, sketches } = this.#partsOf(row);
    for (const [index, metric] of SKETCHED_METRICS.entries()) {
      counts[metric] += Number(row[metric]);
      const sketch = row[`${metric}_sketch`];
      if (sketch !== null) sketches[index]?.push(sketch);
    }
    counts.orders += Number(row.orders);
    if (row.revenue !== null) counts.revenueCents += parseMoneyCents(row.revenue);
  }

  /** The counts of all slots. Distinct counts are those of the united sketches. */
  async unite(): Promise<SlotCounts[]> {
    let characters = 0;
    for (const { counts, sketches } of this.#found.values()) {
      for (const [index, metric] of SKETCHED_METRICS.entries()) {
        const texts = sketches[index] ?? [];
        if (texts.length === 0) continue;
        const length = charactersIn(texts);
        const distinct = estimateUnion(new DecodedSketches(texts), length * BYTES_PER_CHARACTER);
        counts[metric] = clampDistinct(distinct, counts[metric]);
        characters += length;
        // The driver keeps a finished statement, and through it this object, for a while.
        texts.length = 0;
      }
      if (characters > CHARACTERS_PER_TURN) {
        characters = 0;
        await setImmediate();
      }
    }
    return [...this.#found.values()];
  }

  #partsOf({ slot, website_id: websiteId, subject_id: subjectId }: RollupRow): Parts {
    const key = `${slot} ${websiteId} ${subjectId}`;
    let parts = this.#found.get(key);
    if (!parts) {
      const sketches = SKETCHED_METRICS.map(() => []);
      parts = { slot, websiteId, subjectId, counts: { ...ZERO_COUNTS }, sketches };
      this.#found.set(key, parts);
    }
    return parts;
  }
}

/** Each sketch is decoded into the same memory. */
class DecodedSketches implements Iterable<Uint8Array> {
  readonly #texts: readonly string[];

  constructor(texts: readonly string[]) {
    this.#texts = texts;
  }

  *[Symbol.iterator](): Generator<Uint8Array> {
    for (const text of this.#texts) yield decoded.subarray(0, decoded.write(text, 'base64'));
  }
}

function charactersIn(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}
