import { setImmediate } from 'node:timers/promises';
import type { SketchesRow } from '@funnel/db/sketches';
import { estimateUnion, Sketch, SKETCHED_METRICS, type SketchedMetric } from '@funnel/domain';
import {
  type BucketState,
  type Estimates,
  type KnownUnions,
  type Unions,
  unionName,
} from './known-unions.ts';
import { united } from '../pending/pending-index.ts';
import { applyEstimates, type Subject } from './rollup-buckets.ts';
import type { SlotCounts } from '../slots/slot-counts.ts';
import type { Read } from '../slots/slots.ts';

/** The sketches of a subject's buckets, per metric. */
interface Parts {
  subject: Subject;
  buckets: BucketState[];
  sketches: Partial<Record<SketchedMetric, string[]>>;
}

/** After this time, other requests get their turn. */
const TURN_MS = 3;
/** Of base64. */
const BYTES_PER_CHARACTER = 3 / 4;

/** Larger than any sketch. A longer text is cut off, and the checksum of the sketch reports it. */
const decoded = Buffer.allocUnsafe(32_768);

/** Collects the sketches of subjects, and unites them. */
export class RollupUnions {
  /** What must be read, bucket by bucket. */
  readonly reads: readonly Read[];
  readonly #known: KnownUnions;
  readonly #parts: Map<string, Parts>;

  constructor(known: KnownUnions, subjects: readonly Subject[]) {
    this.#known = known;
    this.#parts = new Map(
      subjects.map((subject) => [keyOf(subject.slot, subject), { subject, buckets: [], sketches: {} }]),
    );
    this.reads = subjects.flatMap(({ subjectId, buckets }) =>
      buckets.map(({ read }) => ({ ...read, first: subjectId, last: subjectId })),
    );
  }

  add(row: SketchesRow): void {
    const read = this.reads[row.read];
    const parts =
      read && this.#parts.get(keyOf(read.slot, { websiteId: row.website_id, subjectId: row.subject_id }));
    if (!parts) return;
    parts.buckets.push({ read, revision: row.revision });
    for (const metric of SKETCHED_METRICS) {
      const sketch = row[`${metric}_sketch`];
      if (sketch !== null) (parts.sketches[metric] ??= []).push(sketch);
    }
  }

  /** The counts of all subjects; distinct counts are those of the united sketches. */
  async unite(): Promise<SlotCounts[]> {
    let startedAt = performance.now();
    for (const parts of this.#parts.values()) {
      applyEstimates(parts.subject, uniteSubject(parts, this.#known));
      // The driver keeps a finished statement, and through it this object, for a while.
      parts.sketches = {};
      if (performance.now() - startedAt > TURN_MS) {
        await setImmediate();
        startedAt = performance.now();
      }
    }
    return [...this.#parts.values()].map(({ subject }) => subject);
  }
}

/** Unites the sketches of one subject, and remembers what others can use: everything but its pending events. */
function uniteSubject({ subject, buckets, sketches }: Parts, known: KnownUnions): Estimates {
  const stored: Estimates = {};
  const withPending: Estimates = {};
  const unions: Unions = {};
  for (const metric of SKETCHED_METRICS) {
    const texts = sketches[metric] ?? [];
    const added = subject.pending[metric];
    if (added) {
      const union = uniteTexts(texts);
      withPending[metric] = united(union, added).estimate();
      unions[metric] = union;
    } else if (texts.length > 0) {
      const characters = texts.reduce((sum, text) => sum + text.length, 0);
      stored[metric] = estimateUnion(decodedSketches(texts), characters * BYTES_PER_CHARACTER);
    }
  }
  known.remember(unionName(subject, buckets), { estimates: stored, unions });
  return { ...stored, ...withPending };
}

function uniteTexts(texts: readonly string[]): Sketch {
  const union = Sketch.empty();
  for (const bytes of decodedSketches(texts)) union.merge(Sketch.decode(bytes));
  return union;
}

function keyOf(slot: number, { websiteId, subjectId }: { websiteId: number; subjectId: number }): string {
  return `${slot} ${websiteId} ${subjectId}`;
}

/** The sketches, to be read any number of times. Each is decoded into the same memory. */
function decodedSketches(texts: readonly string[]): Iterable<Uint8Array> {
  return {
    *[Symbol.iterator]() {
      for (const text of texts) yield decoded.subarray(0, decoded.write(text, 'base64'));
    },
  };
}
