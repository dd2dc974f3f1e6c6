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
  const compared = compareDays(a, b);
  const days = compared.surpluses.length;
  if (days < MIN_DAYS || !hasEnoughOrders(compared)) return undefined;
  const freedom = days - 1;
  const variance = (varianceOf(compared) * days) / freedom;
  if (!(variance > 0)) return undefined;
  const z = zOfT(compared.surplus / Math.sqrt(variance), freedom);
  const difference = compared.surplus / compared.weight;
  const margin = (tOfZ(intervalZ(comparisons), freedom) * Math.sqrt(variance)) / compared.weight;
  return {
    p: Math.min(1, 1 / evidenceOf(z, compared.unit ** 2 / variance)),
    perViewer: [compared.centsA / compared.viewersA, compared.centsB / compared.viewersB],
    difference,
    low: difference - margin,
    high: difference + margin,
  };
}

/** The days on which both variants were viewed, and their sums. */
interface Compared {
  /** How much each day tells about a difference: half the harmonic mean of the viewers. */
  weights: number[];
  /** What `a` earned on each day beyond its part, by its viewers, of the cents of both. Without a difference 0 on average, whatever the day. */
  surpluses: number[];
  viewersA: number;
  viewersB: number;
  orders: number;
  centsA: number;
  centsB: number;
  weight: number;
  surplus: number;
  /** The surplus of a difference as large as what both earn on average: the unit of the sizes in `evidenceOf`. */
  unit: number;
  /** The least variance that the surplus can have: that of orders which are all of the same value on a day. */
  leastVariance: number;
}

function compareDays(a: DailyEarnings, b: DailyEarnings): Compared {
  const compared = { weights: [], surpluses: [], ...NO_DAYS };
  for (let day = 0; day < Math.min(a.viewers.length, b.viewers.length); day++) addDay(compared, a, b, day);
  return compared;
}

const NO_DAYS = {
  viewersA: 0,
  viewersB: 0,
  orders: 0,
  centsA: 0,
  centsB: 0,
  weight: 0,
  surplus: 0,
  unit: 0,
  leastVariance: 0,
};

function addDay(compared: Compared, a: DailyEarnings, b: DailyEarnings, day: number): void {
  const viewersA = a.viewers[day] ?? 0;
  const viewersB = b.viewers[day] ?? 0;
  if (viewersA <= 0 || viewersB <= 0) return;
  const ordersA = a.orders[day] ?? 0;
  const ordersB = b.orders[day] ?? 0;
  const centsA = a.cents[day] ?? 0;
  const centsB = b.cents[day] ?? 0;
  const viewers = viewersA + viewersB;
  const weight = (viewersA * viewersB) / viewers;
  const surplus = (viewersB * centsA - viewersA * centsB) / viewers;
  const squares = centsA ** 2 / Math.max(1, ordersA) + centsB ** 2 / Math.max(1, ordersB);
  compared.weights.push(weight);
  compared.surpluses.push(surplus);
  compared.viewersA += viewersA;
  compared.viewersB += viewersB;
  compared.orders += ordersA + ordersB;
  compared.centsA += centsA;
  compared.centsB += centsB;
  compared.weight += weight;
  compared.surplus += surplus;
  compared.unit += (weight * (centsA + centsB)) / viewers;
  compared.leastVariance += (weight * squares) / viewers;
}

/** Whether each variant had enough viewers for a test at the pooled rate of orders. A variant without any order can lose. */
function hasEnoughOrders({ orders, viewersA, viewersB }: Compared): boolean {
  return (orders * Math.min(viewersA, viewersB)) / (viewersA + viewersB) >= MIN_EXPECTED_ORDERS;
}

/**
 * The variance of the sum of the surpluses: that of the days around their mean, but not less than the orders alone have.
 *
 * A few large orders make most of the spread. The smaller variant may not have had its part of them yet. Then it seems worse, and the
 * spread too small, both at once. So if it seems worse, the variance is enlarged by as much as it usually lacks in such a case.
 */
function varianceOf(compared: Compared): number {
  const { weights, surpluses, viewersA, viewersB, surplus, leastVariance } = compared;
  const mean = surplus / compared.weight;
  let squares = 0;
  let cubes = 0;
  for (let day = 0; day < weights.length; day++) {
    const residual = Math.abs((surpluses[day] ?? 0) - (weights[day] ?? 0) * mean);
    const square = residual * residual;
    squares += square;
    cubes += square * residual;
  }
  const variance = Math.max(squares, leastVariance);
  const imbalance = (viewersA - viewersB) / (viewersA + viewersB);
  const smallerSeemsWorse = imbalance * surplus > 0;
  if (!smallerSeemsWorse) return variance;
  return variance + (VERDICT_Z * Math.abs(imbalance) * cubes) / Math.sqrt(variance);
}

/** The normal value that is as unlikely as this t (Wallace 1959). */
function zOfT(t: number, freedom: number): number {
  return Math.sign(t) * Math.sqrt(freedom * Math.log1p(t ** 2 / freedom)) * wallace(freedom);
}

/** The inverse of `zOfT`. */
function tOfZ(z: number, freedom: number): number {
  return Math.sign(z) * Math.sqrt(freedom * Math.expm1((z / wallace(freedom)) ** 2 / freedom));
}

function wallace(freedom: number): number {
  return (8 * freedom + 1) / (8 * freedom + 3);
}
