import { describe, expect, test } from '@jest/globals';
import {
  change,
  changesOf,
  type Counts,
  metricsOf,
  METRIC_NAMES,
  withoutSubmissions,
} from '../../src/index.ts';
import { hundredthsOfText } from '../support/decimals.ts';
import fc from 'fast-check';

/** Values as the service returns them: whole counts, and decimals with two places. */
const anyValue = fc
  .oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 10 ** 12 }))
  .map((hundredths) => hundredths / 100);

const counts: Counts = {
  views: 200,
  conversions: 50,
  completions: 10,
  submissions: 4,
  subscribes: 0,
  orders: 3,
  revenueCents: 10_000n,
};

/** Independent of the code: long division of the printed decimals. */
function changeByHand(current: number, previous: number): string | null {
  const before = hundredthsOfText(previous);
  if (before === 0n) return null;
  const difference = hundredthsOfText(current) - before;
  const magnitude = difference < 0n ? -difference : difference;
  const thousandths = (magnitude * 100_000n) / before;
  const rounded = thousandths / 10n + (thousandths % 10n >= 5n ? 1n : 0n);
  return (difference < 0n ? -rounded : rounded).toString();
}

describe('change', () => {
  test('is exact to 2 decimals, computed from the printed values', () => {
    fc.assert(
      fc.property(anyValue, anyValue, (current, previous) => {
        const percent = change(current, previous);
        const hundredths = percent === null ? null : hundredthsOfText(percent).toString();
        expect(hundredths).toBe(changeByHand(current, previous));
      }),
      { numRuns: 5_000 },
    );
  });

  test.each([
    [150, 100, 50],
    [50, 100, -50],
    [0, 100, -100],
    [100, 100, 0],
    [1, 3, -66.67],
    [2, 3, -33.33],
    [0.3, 0.1, 200],
    [1.1, 1, 10],
    // Halves of a hundredth of a percent are rounded away from zero, up and down.
    [20_001, 20_000, 0.01],
    [19_999, 20_000, -0.01],
    [40_001, 40_000, 0],
    [39_999, 40_000, 0],
  ])('to %d from %d is %d %%', (current, previous, percent) => {
    expect(change(current, previous)).toBe(percent);
  });

  test('is null when the previous value is 0', () => {
    expect(change(0, 0)).toBeNull();
    expect(change(12.5, 0)).toBeNull();
  });

  test('rejects NaN and infinity', () => {
    expect(() => change(Number.NaN, 1)).toThrow(RangeError);
    expect(() => change(1, Number.POSITIVE_INFINITY)).toThrow(RangeError);
  });
});

describe('changesOf', () => {
  const current = metricsOf(counts);
  const previous = metricsOf({ ...counts, views: 100, revenueCents: 7_999n });

  test('returns a change for every metric, in the order of the block', () => {
    expect(Object.entries(changesOf(current, previous))).toEqual([
      ['views', 100],
      ['conversions', 0],
      ['completions', 0],
      ['submissions', 0],
      ['subscribes', null],
      ['orders', 0],
      ['revenue', 25.02],
      ['conversion_rate', -50],
      ['completion_rate', -50],
      ['subscribe_rate', null],
      ['order_rate', -50],
      ['aov', 25.02],
    ]);
  });

  test('compares the rounded values of the response', () => {
    const [now, then] = [
      metricsOf({ ...counts, views: 3, orders: 1 }),
      metricsOf({ ...counts, views: 6, orders: 1 }),
    ];
    expect([now.order_rate, then.order_rate]).toEqual([33.33, 16.67]);
    expect(changesOf(now, then).order_rate).toBe(99.94);
  });

  test('has no submissions if the blocks have none', () => {
    const changes = changesOf(withoutSubmissions(current), withoutSubmissions(previous));
    expect(Object.keys(changes)).toEqual(METRIC_NAMES.filter((name) => name !== 'submissions'));
  });

  test('does not modify its arguments', () => {
    const copies = structuredClone([current, previous]);
    changesOf(current, previous);
    expect([current, previous]).toEqual(copies);
  });
});
