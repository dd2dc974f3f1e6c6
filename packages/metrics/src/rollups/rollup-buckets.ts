import {
  clampDistinct,
  parseMoneyCents,
  SKETCHED_METRICS,
  type SketchedMetric,
  type WebsiteId,
  ZERO_COUNTS,
} from '@funnel/domain';
import type { PendingCounts } from '../pending/pending-counts.ts';
import { united } from '../pending/pending-index.ts';
import {
  type BucketState,
  type Estimates,
  type KnownUnions,
  type Unions,
  unionName,
} from './known-unions.ts';
import { addCounts, type SlotCounts } from '../slots/slot-counts.ts';
import type { Read } from '../slots/slots.ts';

/** A subject in a slot: its total counts, its buckets, and sketches of the visitors of its pending events. */
export interface Subject extends SlotCounts {
  buckets: BucketState[];
  pending: Unions;
}

interface Collected extends Subject {
  /** Per metric: how many buckets have any, and the estimate of the last of them. */
  active: Record<SketchedMetric, { buckets: number; estimate: number }>;
}

/** The places of the values of a bucket, after read, subject and revision. */
const FIRST_COUNT = 3;
const ORDERS = 8;
const REVENUE = 9;
const FIRST_ESTIMATE = 10;
const NO_REVENUE = '0.00';

export class RollupBuckets {
  readonly #known: KnownUnions;
  readonly #reads: readonly Read[];
  readonly #subjects = new Map<string, Collected>();

  constructor(known: KnownUnions, reads: readonly Read[]) {
    this.#known = known;
    this.#reads = reads;
  }

  /** Adds one bucket, as `read-rollups.sql` writes it. */
  add(websiteId: WebsiteId, bucket: string): void {
    const values = bucket.split(' ');
    const read = this.#reads[Number(values[0])];
    if (!read) return;
    const { counts, active, buckets } = this.#subjectOf(read.slot, websiteId, Number(values[1]));
    buckets.push({ read, revision: values[2] ?? '' });
    for (const [index, metric] of SKETCHED_METRICS.entries()) {
      const total = Number(values[FIRST_COUNT + index]);
      if (total === 0) continue;
      counts[metric] += total;
      active[metric].buckets += 1;
      active[metric].estimate = Number(values[FIRST_ESTIMATE + index]);
    }
    counts.orders += Number(values[ORDERS]);
    const revenue = values[REVENUE];
    if (revenue && revenue !== NO_REVENUE) counts.revenueCents += parseMoneyCents(revenue);
  }

  addPending({ slot, websiteId, subjectId, counts, sketches }: PendingCounts): void {
    const subject = this.#subjectOf(slot, websiteId, subjectId);
    addCounts(subject.counts, counts);
    subject.pending = sketches;
  }

  /** Turns total counts into distinct ones, by estimates or known unions; of `open`, sketches must be read. */
  countDistinct(): { counted: SlotCounts[]; open: Subject[] } {
    const counted: SlotCounts[] = [];
    const open: Subject[] = [];
    for (const subject of this.#subjects.values()) {
      const estimates = estimatesOf(subject, this.#known);
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
      const none = () => ({ buckets: 0, estimate: 0 });
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

export function applyEstimates({ counts }: SlotCounts, estimates: Estimates): void {
  for (const metric of SKETCHED_METRICS)
    counts[metric] = clampDistinct(estimates[metric] ?? 0, counts[metric]);
}

function estimatesOf(subject: Collected, known: KnownUnions): Estimates | undefined {
  const { buckets, pending, active } = subject;
  const estimates: Estimates = {};
  let [name, stored, unions]: [string?, Estimates?, Unions?] = [];
  for (const metric of SKETCHED_METRICS) {
    const { buckets: count, estimate } = active[metric];
    const added = pending[metric];
    if (count === 0) {
      if (added) estimates[metric] = added.estimate();
      continue;
    }
    if (!added && count === 1) {
      estimates[metric] = estimate;
      continue;
    }
    name ??= unionName(subject, buckets);
    if (added) {
      const union = (unions ??= known.unions(name))?.[metric];
      if (!union) return undefined;
      estimates[metric] = united(union, added).estimate();
    } else {
      const estimated = (stored ??= known.estimates(name))?.[metric];
      if (estimated === undefined) return undefined;
      estimates[metric] = estimated;
    }
  }
  return estimates;
}
