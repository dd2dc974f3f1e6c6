import type { Cache, CacheKind, Memory } from '@funnel/db';
import { LEVELS, type Sketch, type SketchedMetric } from '@funnel/domain';
import type { Read } from '../slots/slots.ts';

/** The estimates of a union, as far as they were asked for. */
export type Estimates = Partial<Record<SketchedMetric, number>>;

export type Unions = Partial<Record<SketchedMetric, Sketch>>;

/** A bucket of a union, in the state that was read. */
export interface BucketState {
  read: Read;
  /** Changes whenever the bucket is written. */
  revision: string;
}

const ESTIMATES: CacheKind<Estimates> = { name: 'estimates', maxBytes: 20_000_000, bytesOf: () => 100 };

/** Only the unions to which pending visitors are added, at every question anew: those are needed themselves. */
const UNIONS: CacheKind<Unions> = {
  name: 'unions',
  maxBytes: 32_000_000,
  bytesOf: (unions) => Object.values(unions).reduce((sum, union) => sum + union.memoryBytes, 0),
};

/**
 * What was computed of unions. The name of a union has the revisions of its buckets, and a revision is the number of the
 * transaction that wrote the bucket: the same name always means the same visitors, and nothing has to be invalidated.
 */
export class KnownUnions {
  readonly #estimates: Cache<Estimates>;
  readonly #unions: Cache<Unions>;

  constructor(memory: Memory) {
    this.#estimates = memory.cache(ESTIMATES);
    this.#unions = memory.cache(UNIONS);
  }

  /** The estimates of a union; undefined if none was computed lately. */
  estimates(name: string): Estimates | undefined {
    return this.#estimates.get(name);
  }

  /** The united sketches; undefined if they were not needed lately. */
  unions(name: string): Unions | undefined {
    return this.#unions.get(name);
  }

  remember(name: string, { estimates, unions }: { estimates: Estimates; unions: Unions }): void {
    this.#estimates.set(name, { ...this.#estimates.get(name), ...estimates });
    if (Object.keys(unions).length > 0) this.#unions.set(name, { ...this.#unions.get(name), ...unions });
  }
}

/** Names a union by the revisions of its buckets. */
export function unionName(
  { websiteId, subjectId }: { websiteId: number; subjectId: number },
  buckets: readonly BucketState[],
): string {
  const level = buckets[0]?.read.level ?? LEVELS[0];
  const states = buckets.map(({ read, revision }) => `${read.grain} ${read.start} ${revision}`).sort();
  return `${websiteId} ${level} ${subjectId} ${states.join(' ')}`;
}
