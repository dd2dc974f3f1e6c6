import { expect, test } from '@jest/globals';
import { beyondChance } from '../../src/digest/beyond-chance.ts';

test('only large and certain changes are beyond chance', () => {
  const week = { viewers: 1_000, converted: 50, orders: 0, revenueCents: '0' };
  expect(beyondChance({ ...week, converted: 5 }, week)).toEqual({ views: null, rate: 'down' });
  expect(beyondChance({ ...week, converted: 48 }, week)).toEqual({ views: null, rate: null });
  expect(beyondChance({ ...week, viewers: 3_000, converted: 150 }, week)).toEqual({
    views: 'up',
    rate: null,
  });
  const nothing = { viewers: 0, converted: 0, orders: 0, revenueCents: '0' };
  expect(beyondChance(nothing, nothing)).toEqual({ views: null, rate: null });
});
