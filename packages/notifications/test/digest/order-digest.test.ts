import { expect, test } from '@jest/globals';
import { byAttention } from '../../src/digest/order-digest.ts';
import { sumWeeks } from '../../src/digest/sum-weeks.ts';

test('what is broken comes first', () => {
  const week = { viewers: 10, converted: 1, orders: 0, revenueCents: '0' };
  const quiet = {
    id: 1,
    name: 'Quiet',
    currency: 'EUR',
    week,
    previous: week,
    isCounted: true,
    newSince: null,
    changes: { viewers: 0, revenue: null },
    beyondChance: { views: null, rate: null, orders: null, revenue: null },
    broken: [],
    decided: [],
    insights: [],
  };
  const broken = {
    ...quiet,
    id: 2,
    broken: [{ campaign: null, since: 20_000, what: 'conversions' as const }],
  };
  expect([quiet, broken].sort(byAttention)).toEqual([broken, quiet]);
});

test('no website has no totals', () => {
  expect(sumWeeks([])).toEqual([]);
});
