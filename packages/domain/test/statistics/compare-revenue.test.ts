import { describe, expect, test } from '@jest/globals';
import { compareEarnings, type DailyEarnings } from '../../src/statistics/compare-revenue.ts';

/** Orders of each day, around 20 with a weekday rhythm; no two days are alike. */
const ORDERS = Array.from({ length: 28 }, (_, day) => 20 + ((day * 7) % 5) - (day % 7));

/** 500 viewers a day. An order is worth about 50; `factor` times as much, or as `factor` says for each day. */
function earnings(factor: number | ((day: number) => number) = 1, shift = 0): DailyEarnings {
  const factorOf = typeof factor === 'number' ? () => factor : factor;
  const orders = ORDERS.map((count, day) => count + ((day + shift) % 3));
  const cents = orders.map((count, day) => count * (5_000 + ((day + shift) % 4) * 300) * factorOf(day));
  return { viewers: ORDERS.map(() => 500), orders, cents };
}

const first = (days: number, { viewers, orders, cents }: DailyEarnings): DailyEarnings => ({
  viewers: Array.from(viewers).slice(0, days),
  orders: Array.from(orders).slice(0, days),
  cents: Array.from(cents).slice(0, days),
});

const NOTHING: DailyEarnings = { viewers: [], orders: [], cents: [] };

describe('too little to judge', () => {
  test('no days, less than a week, or no day on which both were viewed', () => {
    expect(compareEarnings(NOTHING, NOTHING)).toBeUndefined();
    expect(compareEarnings(earnings(), NOTHING)).toBeUndefined();
    expect(compareEarnings(first(6, earnings(3)), first(6, earnings()))).toBeUndefined();
    expect(compareEarnings(first(7, earnings(3)), first(7, earnings()))).toBeDefined();
    const never = { ...earnings(), viewers: ORDERS.map(() => 0) };
    expect(compareEarnings(earnings(), never)).toBeUndefined();
  });

  test('fewer than ten orders that each variant should have', () => {
    const few = (count: number) => {
      const orders = ORDERS.map((_, day) => (day < count ? 1 : 0));
      return { viewers: ORDERS.map(() => 500), orders, cents: orders.map((order) => order * 5_000) };
    };
    expect(compareEarnings(few(10), few(9))).toBeUndefined();
    expect(compareEarnings(few(10), few(10))).toBeDefined();
    // The smaller one would have 10 of 50 orders, but not of 45.
    const small = (count: number) => ({ ...few(count), viewers: ORDERS.map(() => 125) });
    expect(compareEarnings(few(25), small(25))).toBeDefined();
    expect(compareEarnings(few(25), small(20))).toBeUndefined();
  });

  test('orders without any revenue', () => {
    expect(compareEarnings(earnings(0), earnings(0))).toBeUndefined();
  });
});

test('the same earnings do not differ', () => {
  const same = compareEarnings(earnings(), earnings());
  expect(same).toMatchObject({ p: 1, difference: 0 });
  expect(same?.low).toBeLessThan(0);
  expect(same?.high).toBe(-(same?.low ?? 0));
});

test('a clear difference is beyond chance, in both directions, and its interval does not contain 0', () => {
  const [more, less] = [earnings(1.6), earnings(1, 1)];
  const better = compareEarnings(more, less);
  const worse = compareEarnings(less, more);
  expect(better?.p).toBeLessThan(0.001);
  expect(worse?.p).toBeCloseTo(better?.p ?? 1, 12);
  expect(worse?.difference).toBeCloseTo(-(better?.difference ?? 0), 9);
  const [ofMore, ofLess] = better?.perViewer ?? [0, 0];
  expect(better?.difference).toBeCloseTo(ofMore - ofLess, 9);
  expect(better?.low).toBeGreaterThan(0);
  expect(better?.high).toBeGreaterThan(better?.difference ?? 0);
});

test('the interval widens with the number of comparisons, the p does not change', () => {
  const [one, ten] = [1, 10].map((comparisons) => {
    return compareEarnings(earnings(1.1), earnings(1, 1), { comparisons });
  });
  expect(ten?.p).toBe(one?.p);
  expect(ten?.low).toBeLessThan(one?.low ?? 0);
  expect(ten?.high).toBeGreaterThan(one?.high ?? 0);
});

test('one huge order does not decide', () => {
  const lucky = earnings((day) => (day === 20 ? 1_000 : 1));
  const result = compareEarnings(lucky, earnings(1, 1));
  expect(result?.perViewer[0]).toBeGreaterThan(10 * (result?.perViewer[1] ?? 0));
  expect(result?.p).toBeGreaterThan(0.5);
  expect(result?.low).toBeLessThan(0);
});

test('a season that both share does not hide a difference', () => {
  const season = (day: number) => (day % 7 < 2 ? 4 : 1) * (1 + day / 14);
  const plain = compareEarnings(earnings(1.5), earnings(1, 1));
  const seasonal = compareEarnings(
    earnings((day) => 1.5 * season(day)),
    earnings(season, 1),
  );
  expect(plain?.p).toBeLessThan(0.01);
  expect(seasonal?.p).toBeLessThan(0.01);
});

test('a variant that sells nothing loses, and days without orders are no obstacle', () => {
  const none = { viewers: ORDERS.map(() => 500), orders: ORDERS.map(() => 0), cents: ORDERS.map(() => 0) };
  const everyOther = (values: ArrayLike<number>) => Array.from(values, (value, day) => (day % 2 ? 0 : value));
  const { viewers, orders, cents } = earnings();
  const rare = { viewers, orders: everyOther(orders), cents: everyOther(cents) };
  expect(compareEarnings(earnings(), none)?.p).toBeLessThan(1e-4);
  expect(compareEarnings(rare, none)?.p).toBeLessThan(0.05);
  expect(compareEarnings(rare, rare)?.p).toBe(1);
});

test('only days on which both were viewed count: the others may be missing', () => {
  const [a, b] = [earnings(1.2), earnings(1, 1)];
  const expected = compareEarnings(first(20, a), first(20, b));
  expect(compareEarnings(a, first(20, b))).toEqual(expected);
  expect(compareEarnings(first(20, a), b)).toEqual(expected);
  const unseen = { ...b, viewers: ORDERS.map((_, day) => (day < 20 ? 500 : 0)) };
  expect(compareEarnings(a, unseen)).toEqual(expected);
});

test('a smaller variant must lose more clearly than it must win', () => {
  const large = earnings();
  // It earns as much as the large one, and on each day more or less by an amount with a few large values.
  const small = (sign: number) => ({
    viewers: ORDERS.map(() => 50),
    orders: Array.from(large.orders, (count) => count / 10),
    cents: Array.from(large.cents, (cents, day) => cents / 10 + sign * (day % 9 === 0 ? 30_000 : 5_000)),
  });
  const wins = compareEarnings(small(1), large);
  const loses = compareEarnings(small(-1), large);
  expect(wins?.difference).toBeCloseTo(-(loses?.difference ?? 0), 9);
  expect(wins?.p).toBeLessThan(loses?.p ?? 0);
});
