import { LEVELS, type SketchedMetric } from '@funnel/domain';
import type { Read } from './slots.ts';

/** The estimates of a union, as far as they were asked for. */
export type Estimates = Partial<Record<SketchedMetric, number>>;

/** A bucket of a union, in the state that was read. */
export interface BucketState {
  read: Read;
  /** Changes whenever the bucket is written. */
  revision: string;
}

/** About 300 bytes each. */
const MAX_ENTRIES = 50_000;

/** In the order of their last use. */
const known = new Map<string, Estimates>();

/**
 * Names a union by the revisions of its buckets. A revision is the number of the transaction that wrote the bucket, so
 * the same name always means the same visitors, and nothing has to be invalidated.
 */
export function unionName(websiteId: number, subjectId: number, buckets: readonly BucketState[]): string {
  const level = buckets[0]?.read.level ?? LEVELS[0];
  const states = buckets.map(({ read, revision }) => `${read.grain} ${read.start} ${revision}`).sort();
  return `${websiteId} ${level} ${subjectId} ${states.join(' ')}`;
}

/** What is known of a union; undefined if it was not computed lately. */
export function knownEstimates(name: string): Estimates | undefined {
  const estimates = known.get(name);
  if (!estimates) return undefined;
  known.delete(name);
  known.set(name, estimates);
  return estimates;
}

/**
 * Forgets all unions, so that the next report computes them again. Only benchmarks need it.
 * @example
 * assert.doesNotThrow(forgetEstimates);
 */
export function forgetEstimates(): void {
  known.clear();
}

/** Remembers what was computed. */
export function rememberEstimates(name: string, estimates: Estimates): void {
  known.set(name, { ...known.get(name), ...estimates });
  if (known.size <= MAX_ENTRIES) return;
  const [oldest] = known.keys();
  if (oldest !== undefined) known.delete(oldest);
}
