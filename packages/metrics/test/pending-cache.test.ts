import { Memory, type PendingState } from '@funnel/db';
import { trustedWebsiteId, visitorKey, ZERO_COUNTS } from '@funnel/domain';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type KnownPending, PendingCache, sizeOf } from '../src/pending/pending-cache.ts';
import type { PendingEvent } from '../src/pending/pending-index.ts';

const WEBSITE = trustedWebsiteId(1);
const VISITOR = visitorKey('0190c3f2-7b1e-7cc3-98c4-dc0c0c07398f');
const DAYS = { start: 0, end: 9 };

const eventOf = (revision: number): PendingEvent => ({
  websiteId: WEBSITE,
  revision,
  day: revision % 10,
  type: 'view',
  subjects: { website: WEBSITE, campaign: null, variant: null, step: null, element: null },
  visitor: VISITOR,
  revenueCents: 0n,
});
const stateOf = (horizon: number, events: number): PendingState => ({ since: 'first', horizon, events });

/** Views on all days, as reports count them. */
function viewsOf({ chunks, listed }: KnownPending): number {
  const sum = { counts: { ...ZERO_COUNTS }, sketches: {} };
  for (const { index } of chunks) index.addTo(sum, 'website', WEBSITE, DAYS);
  return sum.counts.views + listed.length;
}

describe('what is remembered of pending events', () => {
  test('is what the snapshot of a request holds, also if it is older than what others have read', () => {
    const request = fc.record({
      // The transactions that have recorded an event since the request before.
      recorded: fc.integer({ min: 0, max: 400 }),
      // How much older the snapshot is than the newest transaction.
      age: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 600 })),
    });
    fc.assert(
      fc.property(fc.array(request, { maxLength: 30 }), (requests) => {
        const cache = new PendingCache(new Memory());
        let newest = 0;
        for (const { recorded, age } of requests) {
          newest += recorded;
          const horizon = Math.max(1, newest - age + 1);
          const state = stateOf(horizon, horizon - 1);
          const known = cache.known(WEBSITE, state);
          expect(known.until).toBeLessThanOrEqual(horizon);
          // Every event of the transactions before `until`, once.
          expect(sizeOf(known)).toBe(Math.max(0, known.until - 1));
          expect(viewsOf(known)).toBe(sizeOf(known));
          const first = Math.max(1, known.until);
          const added = Array.from({ length: horizon - first }, (_, n) => eventOf(first + n));
          cache.remember(WEBSITE, state, known, added);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('is in few parts, and each event is seldom counted anew', () => {
    const cache = new PendingCache(new Memory());
    const seen = new Set<object>();
    let counted = 0;
    const events = 6_000;
    for (let revision = 1; revision <= events; revision++) {
      const state = stateOf(revision + 1, revision);
      const known = cache.known(WEBSITE, state);
      expect(known.listed.length).toBeLessThanOrEqual(100);
      expect(known.chunks.length).toBeLessThanOrEqual(10);
      for (const { index } of known.chunks) {
        if (!seen.has(index)) counted += index.size;
        seen.add(index);
      }
      cache.remember(WEBSITE, state, known, [eventOf(revision)]);
    }
    expect(counted / events).toBeLessThan(10);
  });

  test('begins anew after a fold', () => {
    const cache = new PendingCache(new Memory());
    const state = stateOf(2, 1);
    cache.remember(WEBSITE, state, cache.known(WEBSITE, state), [eventOf(1)]);
    expect(sizeOf(cache.known(WEBSITE, state))).toBe(1);
    expect(sizeOf(cache.known(WEBSITE, { ...state, since: 'second' }))).toBe(0);
  });
});
