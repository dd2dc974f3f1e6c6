import { expect, test } from '@jest/globals';
import { zOfViews } from '../../src/findings/statistics/compare-views.ts';

test('zOfViews grows with the number of views, limited by their usual variation', () => {
  expect(zOfViews(0, 0)).toBe(0);
  expect(zOfViews(2, 1)).toBeLessThan(1);
  expect(zOfViews(200, 100)).toBeGreaterThan(3.5);
  expect(zOfViews(1_300_000, 1_000_000)).toBeLessThan(2);
  expect(zOfViews(0, 100)).toBeLessThan(-8);
});
