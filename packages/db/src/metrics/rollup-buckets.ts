import {
  clampDistinct,
  Sketch,
  SKETCHED_METRICS,
  type SketchedMetric,
  type WebsiteId,
  ZERO_COUNTS,
} from '@funnel/domain';
import type { PendingCounts, Visitors } from '../pending/pending-counts.ts';
import {
  type BucketState,
  type Estimates,
  knownEstimates,
  knownUnions,
  type Unions,
  unionName,
} from './estimate-cache.ts';
import type { BucketRow } from './rollup-statements.ts';
import { addCounts, addTotals, type SlotCounts } from './slot-counts.ts';
import type { Read } from './slots.ts';

/** A subject in a slot: its total counts, its buckets, and the visitors of its pending events. */
export interface Subject extends SlotCounts {
  buckets: BucketState[];
  pending: Visitors;
}

interface Collected extends Subject {
  /** Per metric: how many buckets have any, and the estimate of the last of them. */
  active: Record<SketchedMetric, { buckets: number; estimate: number | null }>;
}

/** Collects the buckets of slots. */
export class RollupBuckets {
  readonly #reads: readonly Read[];
  readonly #subjects = new Map<string, Collected>();

  constructor(reads: readonly Read[]) {
    this.#reads = reads;
  }

  /** Adds one bucket. */
  add(row: BucketRow): void {
    const read = this.#reads[row.read];
    if (!read) return;
    const subject = this.#subjectOf(read.slot, row.website_id, row.subject_id);
    addTotals(subject.counts, row);
    subject.buckets.push({ read, revision: row.revision });
    for (const metric of SKETCHED_METRICS) {
      if (Number(row[metric]) === 0) continue;
      subject.active[metric].buckets += 1;
      subject.active[metric].estimate = row[`${metric}_visitors`];
    }
  }

  /** Adds pending events. */
  addPending({ slot, websiteId, subjectId, counts, visitors }: PendingCounts): void {
    const subject = this.#subjectOf(slot, websiteId, subjectId);
    addCounts(subject.counts, counts);
    subject.pending = visitors;
  }

  /**
   * Turns the total counts into distinct ones. One bucket has its estimate, and a union may be known from before;
   * `open` are the subjects whose sketches must be read.
   */
  countDistinct(): { counted: SlotCounts[]; open: Subject[] } {
    const counted: SlotCounts[] = [];
    const open: Subject[] = [];
    for (const subject of this.#subjects.values()) {
      const estimates = estimatesOf(subject);
      if (!estimates) {
        open.push(subject);
        continue;
      }
      applyEstimates(subject, estimates);
      counted.push(subject);
    }
    return { counted, open };
  }

  #subjectOf(slot: number, websiteId: WebsiteId, subjectId: number): Collected {
    const key = `${slot} ${websiteId} ${subjectId}`;
    let subject = this.#subjects.get(key);
    if (!subject) {
      const none = () => ({ buckets: 0, estimate: null });
      subject = {
        slot,
        websiteId,
        subjectId,
        counts: { ...ZERO_COUNTS },
        buckets: [],
        pending: {},
        active: {
          views: none(),
          conversions: none(),
          completions: none(),
          submissions: none(),
          subscribes: none(),
        },
      };
      this.#subjects.set(key, subject);
    }
    return subject;
  }
}

/** Replaces total counts by distinct ones. */
export function applyEstimates({ counts }: SlotCounts, estimates: Estimates): void {
  for (const metric of SKETCHED_METRICS)
    counts[metric] = clampDistinct(estimates[metric] ?? 0, counts[metric]);
}

function estimatesOf({ websiteId, subjectId, buckets, pending, active }: Collected): Estimates | undefined {
  const name = unionName(websiteId, subjectId, buckets);
  const estimates: Estimates = {};
  let united: Estimates | undefined;
  let unions: Unions | undefined;
  for (const metric of SKETCHED_METRICS) {
    const { buckets: count, estimate } = active[metric];
    const visitors = pending[metric];
    if (visitors) {
      unions ??= knownUnions(name);
      const union = count === 0 ? Sketch.empty() : unions?.[metric];
      if (!union) return undefined;
      estimates[metric] = estimateWith(union, visitors);
    } else if (count === 1 && estimate !== null) {
      estimates[metric] = estimate;
    } else if (count > 0) {
      united ??= knownEstimates(name);
      const known = united?.[metric];
      if (known === undefined) return undefined;
      estimates[metric] = known;
    }
  }
  return estimates;
}

/** The estimate of a sketch together with more visitors. */
export function estimateWith(sketch: Sketch, visitors: readonly number[]): number {
  const all = Sketch.of(visitors);
  all.merge(sketch);
  return all.estimate();
}
