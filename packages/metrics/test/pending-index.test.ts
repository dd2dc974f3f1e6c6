import { SKETCHED_METRICS, trustedWebsiteId, visitorKey, ZERO_COUNTS } from '@funnel/domain';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type PendingCell, type PendingEvent, PendingIndex } from '../src/pending/pending-index.ts';

const WEBSITE = trustedWebsiteId(1);
const VISITORS = [1, 2, 3, 4, 5].map((digit) => visitorKey(`0190c3f2-7b1e-7cc3-98c4-dc0c0c07398${digit}`));

const event: fc.Arbitrary<PendingEvent> = fc.record({
  websiteId: fc.constant(WEBSITE),
  revision: fc.constant(1),
  day: fc.nat(4),
  type: fc.constantFrom('view', 'conversion'),
  subjects: fc.constant({ website: WEBSITE, campaign: null, variant: null, step: null, element: null }),
  visitor: fc.constantFrom(...VISITORS),
  revenueCents: fc.constant(0n),
});
const windowOfDays = fc.tuple(fc.nat(4), fc.nat(4)).map(([start, days]) => ({ start, end: start + days }));

test('a sum over any parts and days leaves what they count for other sums as it is', () => {
  const parts = fc.array(fc.array(event, { maxLength: 20 }), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(parts, fc.array(windowOfDays, { maxLength: 6 }), (events, windows) => {
      const indexes = events.map((some) => new PendingIndex(some));
      for (const window of windows) {
        const sum: PendingCell = { counts: { ...ZERO_COUNTS }, sketches: {} };
        for (const index of indexes) index.addTo(sum, 'website', WEBSITE, window);
        const counted = events.flat().filter(({ day }) => day >= window.start && day <= window.end);
        const distinct = (type: string) =>
          new Set(counted.filter((one) => one.type === type).map(({ visitor }) => visitor)).size;
        const estimates = SKETCHED_METRICS.map((metric) => sum.sketches[metric]?.estimate() ?? 0);
        expect(estimates).toEqual([distinct('view'), distinct('conversion'), 0, 0, 0]);
      }
    }),
  );
});
