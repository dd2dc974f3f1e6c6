import { evidenceOf } from './always-valid.ts';
import { intervalZ } from './compare-shares.ts';

/** What a variant earned on each day of an experiment, the oldest first. */
export interface DailyEarnings {
  /** Distinct viewers of the day. */
  readonly viewers: ArrayLike<number>;
  readonly orders: ArrayLike<number>;
  readonly cents: ArrayLike<number>;
}

/** How the earnings per viewer of two variants differ. All amounts are cents per viewer of a day. */
export interface EarningsComparison {
  /** Stays valid however often it is computed while days come in. */
  p: number;
  /** Of the first and of the second variant, over all days on which both were viewed. */
  perViewer: [number, number];
  /** The first minus the second, compared day by day, with its 95 % interval for one look. */
  difference: number;
  low: number;
  high: number;
}

/** A whole week, because the days of a week differ. */
const MIN_DAYS = 7;
/** With fewer orders expected of a variant there is no test. */
const MIN_EXPECTED_ORDERS = 10;
/** About the z of a verdict: how far the smaller variant may have fallen behind by orders it did not get yet. See ADR 26. */
const VERDICT_Z = 4;

/**
 * Compares what two variants earn per viewer. Each day is compared with itself, so weekdays and seasons that both variants share do not matter.
 * Single orders are not known: the spread is that of the days. Undefined while there is too little to judge. With several comparisons, all
 * intervals together hold in 95 % of the cases (Bonferroni).
 * @example
 * const viewers = [500, 520, 480, 510, 490, 300, 310];
 * const a = { viewers, orders: [25, 26, 24, 25, 25, 13, 13], cents: [125_000, 129_000, 121_500, 124_000, 126_000, 64_800, 65_500] };
 * const b = { viewers, orders: [59, 61, 58, 60, 59, 36, 36], cents: [296_000, 304_500, 291_000, 299_500, 296_500, 179_000, 180_900] };
 * assert.ok((compareEarnings(b, a)?.p ?? 1) < 0.01);
 * assert.equal(compareEarnings(a, a)?.p, 1);
 */
export function compareEarnings(
  a: DailyEarnings,
  b: DailyEarnings,
  { comparisons = 1 }: { comparisons?: number } = {},
): EarningsComparison | undefined {
  const days = comparedDays(a, b);
  const sums = sumsOf(days);
  if (days.length < MIN_DAYS || !hasEnoughOrders(sums)) return undefined;
  const freedom = days.length - 1;
  const variance = (varianceOf(days, sums) * days.length) / freedom;
  if (!(variance > 0)) return undefined;
  const z = zOfT(sums.surplus / Math.sqrt(variance), freedom);
  const difference = sums.surplus / sums.weight;
  const margin = (tOfZ(intervalZ(comparisons), freedom) * Math.sqrt(variance)) / sums.weight;
  return {
    p: Math.min(1, 1 / evidenceOf(z, sums.unit ** 2 / variance)),
    perViewer: [sums.centsA / sums.viewersA, sums.centsB / sums.viewersB],
    difference,
    low: difference - margin,
    high: difference + margin,
  };
}

type ComparedDay = ReturnType<typeof comparedDay>;

/** The days on which both variants were viewed. */
function comparedDays(a: DailyEarnings, b: DailyEarnings): ComparedDay[] {
  const length = Math.min(a.viewers.length, b.viewers.length);
  const days = Array.from({ length }, (_, day) => comparedDay(a, b, day));
  return days.filter(({ viewersA, viewersB }) => viewersA > 0 && viewersB > 0);
}

function comparedDay(a: DailyEarnings, b: DailyEarnings, day: number) {
  const [viewersA, viewersB] = [a.viewers[day] ?? 0, b.viewers[day] ?? 0];
  const [ordersA, ordersB] = [a.orders[day] ?? 0, b.orders[day] ?? 0];
  const [centsA, centsB] = [a.cents[day] ?? 0, b.cents[day] ?? 0];
  const viewers = viewersA + viewersB;
  const weight = (viewersA * viewersB) / viewers;
  const squares = centsA ** 2 / Math.max(1, ordersA) + centsB ** 2 / Math.max(1, ordersB);
  return {
    viewersA,
    viewersB,
    orders: ordersA + ordersB,
    centsA,
    centsB,
    /** How much the day tells about a difference: half the harmonic mean of the viewers. */
    weight,
    /** What `a` earned beyond its part, by its viewers, of the cents of both. Without a difference 0 on average, whatever the day. */
    surplus: (viewersB * centsA - viewersA * centsB) / viewers,
    /** The surplus of a difference as large as what both earn on average: the unit of the sizes in `evidenceOf`. */
    unit: (weight * (centsA + centsB)) / viewers,
    /** The least variance that the surplus can have: that of orders which are all of the same value. */
    leastVariance: (weight * squares) / viewers,
  };
}

function sumsOf(days: readonly ComparedDay[]): ComparedDay {
  const sum = (key: keyof ComparedDay) => days.reduce((total, day) => total + day[key], 0);
  return {
    viewersA: sum('viewersA'),
    viewersB: sum('viewersB'),
    orders: sum('orders'),
    centsA: sum('centsA'),
    centsB: sum('centsB'),
    weight: sum('weight'),
    surplus: sum('surplus'),
    unit: sum('unit'),
    leastVariance: sum('leastVariance'),
  };
}

/** Whether each variant had enough viewers for a test at the pooled rate of orders. A variant without any order can lose. */
function hasEnoughOrders({ orders, viewersA, viewersB }: ComparedDay): boolean {
  return (orders * Math.min(viewersA, viewersB)) / (viewersA + viewersB) >= MIN_EXPECTED_ORDERS;
}

/**
 * The variance of the sum of the surpluses: that of the days around their mean, but not less than the orders alone have. If the
 * smaller variant seems worse, it may not have had its share of rare large orders yet: then it is enlarged, see ADR 26.
 */
function varianceOf(days: readonly ComparedDay[], sums: ComparedDay): number {
  const mean = sums.surplus / sums.weight;
  const residuals = days.map(({ surplus, weight }) => Math.abs(surplus - weight * mean));
  const squares = residuals.reduce((sum, residual) => sum + residual * residual, 0);
  const cubes = residuals.reduce((sum, residual) => sum + residual * residual * residual, 0);
  const variance = Math.max(squares, sums.leastVariance);
  const imbalance = (sums.viewersA - sums.viewersB) / (sums.viewersA + sums.viewersB);
  const smallerSeemsWorse = imbalance * sums.surplus > 0;
  if (!smallerSeemsWorse) return variance;
  return variance + (VERDICT_Z * Math.abs(imbalance) * cubes) / Math.sqrt(variance);
}

/** The normal value that is as unlikely as this t (Wallace 1959). */
function zOfT(t: number, freedom: number): number {
  return Math.sign(t) * Math.sqrt(freedom * Math.log1p(t ** 2 / freedom)) * wallace(freedom);
}

function tOfZ(z: number, freedom: number): number {
  return Math.sign(z) * Math.sqrt(freedom * Math.expm1((z / wallace(freedom)) ** 2 / freedom));
}

function wallace(freedom: number): number {
  return (8 * freedom + 1) / (8 * freedom + 3);
}
