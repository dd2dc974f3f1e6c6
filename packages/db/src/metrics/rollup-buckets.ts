import { clampDistinct, SKETCHED_METRICS, type SketchedMetric, ZERO_COUNTS } from '@funnel/domain';
import { type BucketState, type Estimates, knownEstimates, unionName } from './estimate-cache.ts';
import type { BucketRow } from './rollup-statements.ts';
import { addTotals, type SlotCounts } from './slot-counts.ts';
import type { Read } from './slots.ts';

/** A subject in a slot: its total counts and its buckets. */
export interface Subject extends SlotCounts {
  buckets: BucketState[];
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
    const subject = this.#subjectOf(row, read.slot);
    addTotals(subject.counts, row);
    subject.buckets.push({ read, revision: row.revision });
    for (const metric of SKETCHED_METRICS) {
      if (Number(row[metric]) === 0) continue;
      subject.active[metric].buckets += 1;
      subject.active[metric].estimate = row[`${metric}_visitors`];
    }
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

  #subjectOf({ website_id: websiteId, subject_id: subjectId }: BucketRow, slot: number): Collected {
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

function estimatesOf({ websiteId, subjectId, buckets, active }: Collected): Estimates | undefined {
  const estimates: Estimates = {};
  let united: Estimates | undefined;
  for (const metric of SKETCHED_METRICS) {
    const { buckets: count, estimate } = active[metric];
    if (count === 0) continue;
    if (count === 1 && estimate !== null) {
      estimates[metric] = estimate;
      continue;
    }
    united ??= knownEstimates(unionName(websiteId, subjectId, buckets));
    const known = united?.[metric];
    if (known === undefined) return undefined;
    estimates[metric] = known;
  }
  return estimates;
}
