import { expect, test } from '@jest/globals';
import { moneyTotals } from '../src/view/texts/money-totals.ts';

const rows = [
  { id: 1, orders: 2, revenue: 0.1 },
  { id: 2, orders: 1, revenue: 5 },
  { id: 3, orders: 1, revenue: 0.2 },
];

test('adds up only what is in the same currency, in exact cents', () => {
  const currencies = new Map([
    [1, 'EUR'],
    [2, 'GBP'],
    [3, 'EUR'],
  ]);
  expect(moneyTotals(rows, currencies)).toEqual([
    { currency: 'EUR', revenue: 0.3, orders: 3, aov: 0.1 },
    { currency: 'GBP', revenue: 5, orders: 1, aov: 5 },
  ]);
});

test('adds up nothing if a currency is not known', () => {
  expect(moneyTotals(rows)).toEqual([]);
  expect(moneyTotals(rows, new Map([[1, 'EUR']]))).toEqual([]);
});

test('a single website needs no currency', () => {
  expect(moneyTotals([{ id: 1, orders: 0, revenue: 0 }])).toEqual([
    { currency: undefined, revenue: 0, orders: 0, aov: 0 },
  ]);
});
