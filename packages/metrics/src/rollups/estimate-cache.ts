import { LEVELS, RecentlyUsed, type Sketch, type SketchedMetric } from '@funnel/domain';
import type { Read } from './slots.ts';

/** The estimates of a union, as far as they were asked for. */
export type Estimates = Partial<Record<SketchedMetric, number>>;

/** The united sketches themselves. */
export type Unions = Partial<Record<SketchedMetric, Sketch>>;

/** A bucket of a union, in the state that was read. */
export interface BucketState {
  read: Read;
  /** Changes whenever the bucket is written. */
  revision: string;
}

/** About 300 bytes each. */
const estimatesByName = new RecentlyUsed<Estimates>(50_000);
/** Up to 80 KiB each: only those to which pending visitors are added, at every question anew. */
const unionsByName = new RecentlyUsed<Unions>(400);

/**
 * Names a union by its database and the revisions of its buckets. A revision is the number of the transaction that wrote
 * the bucket, so the same name always means the same visitors, and nothing has to be invalidated.
 */
export function unionName(
  { database, websiteId, subjectId }: { database: number; websiteId: number; subjectId: number },
  buckets: readonly BucketState[],
): string {
  const level = buckets[0]?.read.level ?? LEVELS[0];
  const states = buckets.map(({ read, revision }) => `${read.grain} ${read.start} ${revision}`).sort();
  return `${database} ${websiteId} ${level} ${subjectId} ${states.join(' ')}`;
}

/** What is known of a union; undefined if it was not computed lately. */
export function knownEstimates(name: string): Estimates | undefined {
  return estimatesByName.get(name);
}

/** Remembers what was computed. */
export function rememberEstimates(name: string, estimates: Estimates): void {
  estimatesByName.set(name, { ...estimatesByName.get(name), ...estimates });
}

/** The united sketches of buckets; undefined if they were not needed lately. */
export function knownUnions(name: string): Unions | undefined {
  return unionsByName.get(name);
}

/** Remembers united sketches. */
export function rememberUnions(name: string, unions: Unions): void {
  unionsByName.set(name, { ...unionsByName.get(name), ...unions });
}

/**
 * Forgets all unions, so that the next report computes them again. Only benchmarks need it.
 * @example
 * assert.doesNotThrow(forgetEstimates);
 */
export function forgetEstimates(): void {
  estimatesByName.clear();
  unionsByName.clear();
}
