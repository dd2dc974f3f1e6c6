import type { Cache, CacheKind, Memory, PendingState } from '@funnel/db';
import { type PendingEvent, PendingIndex } from './pending-index.ts';

/** Events that are counted once and for all: those of the transactions before `until`, after the chunk before it. */
interface Chunk {
  until: number;
  index: PendingIndex;
}

/** The events of a website that are known: every one of the transactions before `until`. */
export interface KnownPending {
  until: number;
  chunks: readonly Chunk[];
  /** Those that are in no chunk yet. */
  listed: readonly PendingEvent[];
}

interface Entry extends KnownPending {
  since: string;
}

const EVENT_BYTES = 150;
/** By website. */
const PENDING_EVENTS: CacheKind<Entry> = {
  name: 'pending_events',
  maxBytes: 30_000_000,
  bytesOf: (entry) => EVENT_BYTES * sizeOf(entry),
};
/** A list is counted anew for every answer, so it stays short. */
const MAX_LISTED = 100;

const NOTHING: KnownPending = { until: 0, chunks: [], listed: [] };

/**
 * Remembers the pending events of websites between requests. They never change until a fold removes them, which begins a
 * new `since`. What is missing was recorded by a transaction that an earlier snapshot did not hold: it is not older than
 * the horizon of that snapshot. Nothing that was handed out is changed later, so that every request keeps to its snapshot.
 */
export class PendingCache {
  readonly #entries: Cache<Entry>;

  constructor(memory: Memory) {
    this.#entries = memory.cache(PENDING_EVENTS);
  }

  /** The events that are known to be in the snapshot. */
  known(websiteId: number, { since, horizon }: PendingState): KnownPending {
    const entry = this.#entries.get(String(websiteId));
    if (entry?.since !== since) return NOTHING;
    if (entry.until <= horizon) return entry;
    // A later snapshot is remembered: leave out what this one may not hold.
    const chunks = entry.chunks.filter(({ until }) => until <= horizon);
    if (chunks.length < entry.chunks.length) return { until: chunks.at(-1)?.until ?? 0, chunks, listed: [] };
    return { until: horizon, chunks, listed: entry.listed.filter(({ revision }) => revision < horizon) };
  }

  /** Remembers the events of a snapshot, unless those of a later one are remembered. */
  remember(
    websiteId: number,
    { since, horizon }: PendingState,
    known: KnownPending,
    added: readonly PendingEvent[],
  ): void {
    const latest = this.#entries.get(String(websiteId));
    if (latest?.since === since && latest.until > horizon) return;
    let { chunks } = known;
    let listed = known.listed.concat(added.filter(({ revision }) => revision < horizon));
    if (listed.length > MAX_LISTED) {
      chunks = [...joined(chunks), { until: horizon, index: new PendingIndex(listed) }];
      listed = [];
    }
    this.#entries.set(String(websiteId), { since, until: horizon, chunks, listed });
  }
}

/** Chunks of which each is twice as large as the next, to stay few. The newest stays apart, for older snapshots. */
function joined(chunks: readonly Chunk[]): Chunk[] {
  const kept: Chunk[] = [];
  for (let chunk of chunks) {
    for (
      let before = kept.at(-1);
      before && before.index.size <= 2 * chunk.index.size;
      before = kept.at(-1)
    ) {
      chunk = { until: chunk.until, index: before.index.with(chunk.index) };
      kept.pop();
    }
    kept.push(chunk);
  }
  return kept;
}

export function sizeOf({ chunks, listed }: Pick<KnownPending, 'chunks' | 'listed'>): number {
  return chunks.reduce((sum, { index }) => sum + index.size, listed.length);
}
