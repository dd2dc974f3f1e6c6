import type { PendingState } from '@funnel/db';

interface Entry<Event> {
  since: string;
  /** Every event of the transactions before this one is here. */
  horizon: number;
  events: Event[];
}

/** About 150 bytes each. */
const MAX_EVENTS = 200_000;

/**
 * Remembers the pending events of websites between requests. They never change until a fold removes them, which begins a
 * new `since`. What is missing was recorded by a transaction that an earlier snapshot did not hold: it is not older than
 * the horizon of that snapshot.
 */
export class PendingCache<Event extends { revision: number }> {
  /** By website, in the order of their last use. */
  readonly #entries = new Map<number, Entry<Event>>();
  #size = 0;

  /** The events that are known to be in the snapshot: all of the transactions before `until`, and no others. */
  known(websiteId: number, { since, horizon }: PendingState): { until: number; events: Event[] } | undefined {
    const entry = this.#entries.get(websiteId);
    if (entry?.since !== since) return undefined;
    const until = Math.min(entry.horizon, horizon);
    return { until, events: entry.events.filter(({ revision }) => revision < until) };
  }

  /** Remembers all pending events of a snapshot, unless those of a later one are remembered. */
  remember(websiteId: number, { since, horizon }: PendingState, events: Event[]): void {
    const entry = this.#entries.get(websiteId);
    if (entry?.since === since && entry.horizon > horizon) return;
    this.#forget(websiteId);
    this.#entries.set(websiteId, { since, horizon, events });
    this.#size += events.length;
    for (const [oldest] of this.#entries) {
      if (this.#size <= MAX_EVENTS) break;
      this.#forget(oldest);
    }
  }

  #forget(websiteId: number): void {
    this.#size -= this.#entries.get(websiteId)?.events.length ?? 0;
    this.#entries.delete(websiteId);
  }
}
