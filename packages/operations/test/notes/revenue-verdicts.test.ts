import { describe, expect, test } from '@jest/globals';
import { compareEarnings, type DailyEarnings } from '@funnel/domain';
import { Chance } from '@funnel/testing';

/** How many experiments of each kind; the command in docs/adr/0026-statistics.md asks for more. */
const ROUNDS = Number(process.env['REVENUE_ROUNDS'] ?? 3);
const IS_LONG = ROUNDS > 3;
const LONGEST_MS = 3_600_000;

/** Read once: in Jest each access to a global is slow. */
const { exp, min, round } = Math;
const MEAN_CENTS = 5_000;
const WEEK = [1.2, 1.1, 1, 1, 0.9, 0.7, 0.6];

interface Kind {
  /** Of each variant and day, if both got the same. */
  viewers: number;
  /** Orders per viewer. */
  rate: number;
  /** Of the logarithm of the value of an order. */
  sigma: number;
  /** The part of the viewers that the first variant gets. */
  split: number;
  days: number;
  /** How much more the second variant sells. */
  lift?: number;
}

interface Earnings {
  viewers: Float64Array;
  orders: Float64Array;
  cents: Float64Array;
}

/** Two variants with a weekday rhythm of viewers and rate, and a trend up to a factor of two in a year, which both share. */
function experimentOf(
  chance: Chance,
  { viewers, rate, sigma, split, days, lift = 1 }: Kind,
): [Earnings, Earnings] {
  const [a, b] = [empty(days), empty(days)];
  const firstWeekday = chance.whole(0, 6);
  const trend = 0.7 * (2 * chance.unit() - 1);
  for (let day = 0; day < days; day++) {
    const rhythm = WEEK[(day + firstWeekday) % 7] ?? 1;
    const ofDay = rate * (0.7 + 0.3 * rhythm) * exp((trend * day) / 365);
    const both = round(2 * viewers * rhythm);
    const ofA = chance.binomial(both, split);
    sell(chance, a, { day, viewers: ofA, rate: ofDay, sigma });
    sell(chance, b, { day, viewers: both - ofA, rate: ofDay * lift, sigma });
  }
  return [a, b];
}

function empty(days: number): Earnings {
  return { viewers: new Float64Array(days), orders: new Float64Array(days), cents: new Float64Array(days) };
}

function sell(
  chance: Chance,
  into: Earnings,
  { day, viewers, rate, sigma }: { day: number; viewers: number; rate: number; sigma: number },
): void {
  const orders = chance.binomial(viewers, min(1, rate));
  let cents = 0;
  for (let order = 0; order < orders; order++)
    cents += round(MEAN_CENTS * exp(sigma * chance.normal() - sigma ** 2 / 2));
  into.viewers[day] = viewers;
  into.orders[day] = orders;
  into.cents[day] = cents;
}

const until = (day: number, { viewers, orders, cents }: Earnings): DailyEarnings => ({
  viewers: viewers.subarray(0, day),
  orders: orders.subarray(0, day),
  cents: cents.subarray(0, day),
});

/** Reads an experiment every day; returns the day of the first verdict, or infinity. */
function firstVerdict(chance: Chance, kind: Kind): number {
  const [a, b] = experimentOf(chance, kind);
  for (let day = 1; day <= kind.days; day++) {
    const p = compareEarnings(until(day, a), until(day, b))?.p ?? 1;
    if (p <= 0.01) return day;
  }
  return Number.POSITIVE_INFINITY;
}

const KINDS = [0.5, 0.8].flatMap((split) =>
  [0.5, 1, 1.5].flatMap((sigma) =>
    [50, 500, 5_000].flatMap((viewers) =>
      [0.002, 0.01, 0.05].map((rate) => ({ split, sigma, viewers, rate })),
    ),
  ),
);

/** The normal run leaves out the kinds with most orders, which take longest. */
const isQuick = ({ viewers, rate }: { viewers: number; rate: number }) => viewers * rate < 100;

describe('variants that earn the same, read every day', () => {
  test.each([30, 365])(
    'get a verdict within %i days in at most 1 %% of all experiments',
    (days) => {
      const chance = new Chance(40_040 + days);
      const kinds = IS_LONG ? KINDS : KINDS.filter(isQuick);
      const rounds = ROUNDS * (days === 30 ? 10 : 1);
      const named = kinds.map((kind) => {
        const found = Array.from({ length: rounds }, () => firstVerdict(chance, { ...kind, days }));
        return { ...kind, named: found.filter(Number.isFinite).length / rounds };
      });
      const worst = named.toSorted((one, other) => other.named - one.named)[0];
      const all = named.reduce((sum, each) => sum + each.named, 0) / named.length;
      if (IS_LONG) {
        console.log({ days, rounds, all, worst });
        console.table(named.filter((each) => each.named > 0.005));
      }
      expect(all).toBeLessThanOrEqual(0.01);
      if (rounds >= 200) expect(worst?.named).toBeLessThanOrEqual(0.02);
    },
    LONGEST_MS,
  );
});

test('real differences are found', () => {
  const chance = new Chance(40_041);
  const median = (kind: Kind) => {
    const rounds = IS_LONG ? 101 : 15;
    const found = Array.from({ length: rounds }, () => firstVerdict(chance, kind));
    return found.toSorted((one, other) => one - other)[(rounds - 1) / 2] ?? 0;
  };
  const usual = { viewers: 500, rate: 0.05, split: 0.5 };
  expect(median({ ...usual, sigma: 0.5, days: 100, lift: 1.2 })).toBeLessThan(65);
  expect(median({ ...usual, sigma: 1, days: 100, lift: 1.5 })).toBeLessThan(35);
  expect(median({ ...usual, sigma: 1.5, days: 100, lift: 2 })).toBeLessThan(35);
});

test('the interval holds for one look in about 95 % of the cases, and not for many', () => {
  const chance = new Chance(40_042);
  const kind = { viewers: 500, rate: 0.01, sigma: 1, split: 0.5, days: 30 };
  const rounds = 400;
  let [once, everyDay] = [0, 0];
  for (let index = 0; index < rounds; index++) {
    const [a, b] = experimentOf(chance, kind);
    const outside = Array.from({ length: kind.days }, (_, day) => {
      const { low, high } = compareEarnings(until(day + 1, a), until(day + 1, b)) ?? { low: 0, high: 0 };
      return low > 0 || high < 0;
    });
    if (outside.at(-1)) once += 1;
    if (outside.includes(true)) everyDay += 1;
  }
  expect(once / rounds).toBeLessThan(0.07);
  expect(everyDay / rounds).toBeGreaterThan(0.1);
});
