import { setImmediate } from 'node:timers/promises';
import {
  clampDistinct,
  type Counts,
  parseMoneyCents,
  SKETCHED_METRICS,
  SketchUnion,
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
  counts: Counts;
}

/** The totals of a subject in a slot, and the sketches of its buckets per metric. */
interface Parts extends SlotCounts {
  sketches: string[][];
}

/** After this much text of sketches, about two milliseconds of work, other requests get their turn. */
const CHARACTERS_PER_TURN = 1_000_000;
/** Of base64. */
const BYTES_PER_CHARACTER = 3 / 4;

/** Larger than any sketch. A longer text is cut off, and the checksum of the sketch reports it. */
const decoded = Buffer.allocUnsafe(32_768);
const union = new SketchUnion();

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
        counts[metric] = clampDistinct(estimateUnion(texts), counts[metric]);
        characters += charactersIn(texts);
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

/** Dense sketches, the longest ones, come first: once there is one, visitors need not be kept apart. */
function estimateUnion(sketches: string[]): number {
  if (sketches.length > 1) sketches.sort((one, other) => other.length - one.length);
  union.clear(charactersIn(sketches) * BYTES_PER_CHARACTER);
  for (const sketch of sketches) union.add(decoded.subarray(0, decoded.write(sketch, 'base64')));
  return union.estimate();
}

function charactersIn(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}
