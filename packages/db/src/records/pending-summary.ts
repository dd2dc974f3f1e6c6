import type { Day } from '@funnel/domain';
import type { Cache, CacheKind } from '../memory/memory.ts';

/** The number of some pending events, their days, and when the last of them was recorded. */
export interface PendingSummary {
  events: number;
  firstDay: Day | null;
  lastDay: Day | null;
  /** In milliseconds since 1970. */
  recordedAt: number | null;
}

/** What is known of the pending events of a website: all of the transactions before `horizon`. */
export interface KnownSummary {
  /** Names the last fold. */
  since: string;
  horizon: number;
  summary: PendingSummary;
}

const NOTHING: PendingSummary = { events: 0, firstDay: null, lastDay: null, recordedAt: null };

/** By website. */
export const PENDING_SUMMARIES: CacheKind<KnownSummary> = {
  name: 'pending_summaries',
  maxBytes: 10_000_000,
  bytesOf: ({ since }) => 200 + since.length,
};

/**
 * Adds what was counted to what was known before, and remembers the part that cannot change until the next fold. Undefined
 * if what was known is not about this state of the website: then everything must be counted.
 */
export function completeSummary(
  remembered: Cache<KnownSummary>,
  websiteId: number,
  known: KnownSummary | undefined,
  { since, horizon, all, old }: { since: string; horizon: number; all: PendingSummary; old: PendingSummary },
): PendingSummary | undefined {
  if (known && (known.since !== since || known.horizon > horizon)) return undefined;
  const before = known?.summary ?? NOTHING;
  const key = String(websiteId);
  const latest = remembered.get(key);
  // Another request may have remembered a later state.
  if (!known || latest?.since !== since || latest.horizon <= horizon)
    remembered.set(key, { since, horizon, summary: sum(before, old) });
  return sum(before, all);
}

function sum(one: PendingSummary, other: PendingSummary): PendingSummary {
  return {
    events: one.events + other.events,
    firstDay: extreme(Math.min, one.firstDay, other.firstDay),
    lastDay: extreme(Math.max, one.lastDay, other.lastDay),
    recordedAt: extreme(Math.max, one.recordedAt, other.recordedAt),
  };
}

/** Null means none. */
export function extreme(
  choose: (...values: number[]) => number,
  ...values: (number | null | undefined)[]
): number | null {
  const given = values.filter((value) => value !== null && value !== undefined);
  return given.length === 0 ? null : choose(...given);
}
