import { expect, test } from '@jest/globals';
import { intervalOf } from '../src/view/texts/interval.ts';

// Known values: Newcombe 1998, table I, method 3 (Wilson without correction).
test.each([
  [81, 263, 25.53, 36.62],
  [15, 148, 6.24, 16.05],
  [0, 20, 0, 16.11],
  [1, 29, 0.61, 17.18],
])('%i of %i: the published interval', (conversions, viewers, low, high) => {
  const interval = intervalOf(conversions, viewers);
  expect(interval?.low).toBeCloseTo(low, 1);
  expect(interval?.high).toBeCloseTo(high, 1);
});

test('there is no interval without viewers, or with more conversions than viewers', () => {
  expect(intervalOf(0, 0)).toBeUndefined();
  expect(intervalOf(3, 2)).toBeUndefined();
});
