import type { Day } from '../calendar/day.ts';
import { type Counts, SKETCHED_METRICS } from '../metrics/counts.ts';
import { changesOf, type MetricName, type Metrics, metricsOf } from '../metrics/metrics.ts';
import { standardErrorOf } from '../sketch/estimate.ts';
import { isComparable, zOfDifference } from '../statistics/compare-shares.ts';
import { zOfCounts } from '../statistics/compare-counts.ts';
import { shareOf } from '../statistics/share.ts';
import { FAMILY_ALPHA, significantOf, twoSidedP } from '../statistics/significance.ts';
import type { CountType } from '../vocabulary.ts';
import { windowDays } from '../window/window.ts';
import type { ComparedDays } from './compared-days.ts';

/** The counts of one thing on the compared days and in their base. */
export interface FairCounts {
  current: Counts;
  base: Counts;
}

/** What to compare: counts, and since when there is anything if that is later than the first day of the base. */
export interface Measured extends FairCounts {
  newSince?: Day | undefined;
  /** How many times as much as the base is expected if nothing changed. By default by the number of days; nothing is judged if it is unknown. */
  expected?: Expected | 'unknown' | undefined;
}

/** How many times as much as the base there is if nothing changed. */
export interface Expected {
  views: number;
  conversions: number;
}

export interface FairChange {
  current: Metrics;
  base: Metrics;
  /** In percent; null where there was nothing before, and all of them for what is new. */
  changes: Record<MetricName, number | null>;
  /** What changed by more than chance. */
  beyondChance: ReadonlySet<MetricName>;
  newSince: Day | undefined;
}

const RATES = {
  conversion_rate: 'conversions',
  completion_rate: 'completions',
  subscribe_rate: 'subscribes',
  order_rate: 'orders',
} as const;
type RateName = keyof typeof RATES;
const COUNTED = [...SKETCHED_METRICS, 'orders'] as const;
type CountName = (typeof COUNTED)[number];

/**
 * Without a cause, single days swing by a quarter of themselves, and their rates by 15 %; a small part of it lasts for weeks. Together the counts of
 * a week swing by a tenth, its rates by 6 %.
 */
const COUNT_SWING = { lasting: 0.06, daily: 0.25 };
const RATE_SWING = { lasting: 0.035, daily: 0.15 };
/** The events of one person depend on each other: this many say as much as one person. */
const EVENTS_OF_A_PERSON = 3;

interface Tested {
  index: number;
  metric: CountName | RateName;
  p: number;
}

/**
 * Compares things with themselves. All of them are one family: in at most 1 % of answers about things that did not change, one of them is said to
 * have changed beyond chance.
 * @example
 * const days = { window: { start: 107, end: 113 }, base: { start: 100, end: 106 } };
 * const counts = (views: number) => ({ ...ZERO_COUNTS, views });
 * const [fell] = fairChanges([{ current: counts(300), base: counts(1_000) }], { days });
 * assert.equal(fell?.changes.views, -70);
 * assert.ok(fell?.beyondChance.has('views'));
 */
export function fairChanges(
  measured: readonly Measured[],
  {
    days,
    countType = 'distinct',
    alpha = FAMILY_ALPHA,
  }: { days: ComparedDays; countType?: CountType; alpha?: number },
): FairChange[] {
  const [lengths, people] = [daysOf(days), countType === 'total' ? EVENTS_OF_A_PERSON : 1];
  const tested = measured.flatMap(({ newSince, expected, ...counts }, index) =>
    newSince === undefined && expected !== 'unknown'
      ? testsOf(counts, { lengths, people, expected }).map((test) => ({ index, ...test }))
      : [],
  );
  const beyond = Array.from(measured, () => new Set<MetricName>());
  for (const { index, metric } of significantOf<Tested>(tested, alpha)) beyond[index]?.add(metric);
  return measured.map(({ current, base, newSince }, index) => {
    const [now, before] = [metricsOf(current), metricsOf(base)];
    const beyondChance = beyond[index] ?? new Set<MetricName>();
    // Money has as much chance in it as the orders that brought it.
    const isByOrders = now.revenue > before.revenue === now.orders > before.orders;
    if (beyondChance.has('orders') && isByOrders && now.revenue !== before.revenue)
      beyondChance.add('revenue');
    const changes = changesOf(now, before);
    if (newSince !== undefined) for (const name in changes) changes[name as MetricName] = null;
    return { current: now, base: before, changes, beyondChance, newSince };
  });
}

interface Conditions {
  lengths: { window: number; base: number };
  /** How many of the counted say as much as one person. */
  people: number;
  expected: Expected | undefined;
}

function testsOf(counts: FairCounts, conditions: Conditions): Omit<Tested, 'index'>[] {
  const { current, base } = counts;
  return [
    ...COUNTED.filter((metric) => current[metric] > 0 || base[metric] > 0).map((metric) => ({
      metric,
      p: twoSidedP(zOfCount(counts, metric, conditions)),
    })),
    ...(Object.keys(RATES) as RateName[]).flatMap((metric) => {
      const z = zOfRate(counts, metric, conditions);
      return z === undefined ? [] : [{ metric, p: twoSidedP(z) }];
    }),
  ];
}

function zOfCount(
  { current, base }: FairCounts,
  metric: CountName,
  { lengths, people, expected }: Conditions,
): number {
  const ratio =
    (metric === 'views' ? expected?.views : expected?.conversions) ?? lengths.window / lengths.base;
  const perPerson = metric === 'orders' ? 1 : people;
  const [now, before] = [current[metric] / perPerson, base[metric] / perPerson];
  const errors = metric === 'orders' ? [0, 0] : [standardErrorOf(now), standardErrorOf(before)];
  const swing = Math.hypot(swingOf(COUNT_SWING, lengths), Math.hypot(...errors) / Math.SQRT2);
  return zOfCounts(now, before, swing, ratio);
}

/** Undefined with too little data. */
function zOfRate(
  { current, base }: FairCounts,
  metric: RateName,
  { lengths, people, expected }: Conditions,
): number | undefined {
  const name = RATES[metric];
  const usual = expected ? expected.conversions / expected.views : 1;
  const now = shareOf(current[name] / people, current.views / people);
  const before = shareOf((base[name] * usual) / people, base.views / people);
  if (now.of === 0 || before.of === 0 || !isComparable(now, before)) return undefined;
  return zOfDifference(now, before, swingOf(RATE_SWING, lengths));
}

/** Of both sides together, relative. */
function swingOf({ lasting, daily }: typeof COUNT_SWING, { window, base }: Conditions['lengths']): number {
  return Math.sqrt(lasting ** 2 + (daily ** 2 * (1 / window + 1 / base)) / 2);
}

function daysOf({ window, base }: ComparedDays) {
  return { window: windowDays(window), base: windowDays(base) };
}
