import { describe, expect, test } from '@jest/globals';
import {
  bucketStart,
  comparedDays,
  type Counts,
  expectedRatio,
  type FairChange,
  fairChanges,
  hasOtherWeekdays,
  parseDay,
  resolvePeriod,
  ZERO_COUNTS,
} from '../../src/index.ts';
import { randomNumbers } from '../support/random.ts';

const week = { window: { start: 107, end: 113 }, base: { start: 100, end: 106 } };
const counts = (some: Partial<Counts>): Counts => ({ ...ZERO_COUNTS, ...some });
const only = (changes: FairChange[]) => changes[0] as FairChange;

test('a change is that of the compared days, and what is new has none', () => {
  const current = counts({ views: 1_504, conversions: 150, orders: 3, revenueCents: 30_000n });
  const [known, fresh] = fairChanges(
    [
      { current, base: counts({ views: 1_000, conversions: 125 }) },
      { current, base: counts({ views: 100 }), newSince: 104 },
    ],
    { days: week },
  );
  expect(known?.changes).toMatchObject({
    views: 50.4,
    conversions: 20,
    conversion_rate: -20.24,
    orders: null,
  });
  expect(new Set(Object.values(fresh?.changes ?? {}))).toEqual(new Set([null]));
  expect([...(fresh?.beyondChance ?? [])]).toEqual([]);
  expect(fresh?.newSince).toBe(104);
});

describe('what is beyond chance', () => {
  test('revenue goes with the orders that brought it, and an average order never is', () => {
    const base = counts({ orders: 200, views: 4_000, revenueCents: 2_000_000n });
    const fall = only(
      fairChanges([{ current: counts({ ...base, orders: 40, revenueCents: 500_000n }), base }], {
        days: week,
      }),
    );
    expect([...fall.beyondChance].sort()).toEqual(['order_rate', 'orders', 'revenue']);
    // Fewer orders that brought more.
    const odd = only(
      fairChanges([{ current: counts({ ...base, orders: 40, revenueCents: 9_500_000n }), base }], {
        days: week,
      }),
    );
    expect([...odd.beyondChance].sort()).toEqual(['order_rate', 'orders']);
  });

  test('three orders after fifteen could be chance', () => {
    const days = { window: { start: 107, end: 107 }, base: { start: 100, end: 100 } };
    const change = fairChanges([{ current: counts({ orders: 3 }), base: counts({ orders: 15 }) }], { days });
    expect([...only(change).beyondChance]).toEqual([]);
  });

  test('one day more is no change', () => {
    const days = { window: { start: 200, end: 229 }, base: { start: 100, end: 127 } };
    const [current, base] = [counts({ views: 3_000_000 }), counts({ views: 2_800_000 })];
    expect([...only(fairChanges([{ current, base }], { days })).beyondChance]).toEqual([]);
  });

  test('the more things an answer has, the larger a change must be', () => {
    const pair = { current: counts({ views: 590 }), base: counts({ views: 1_000 }) };
    expect(only(fairChanges([pair], { days: week })).beyondChance.has('views')).toBe(true);
    const calm = { current: counts({ views: 1_000 }), base: counts({ views: 1_000 }) };
    const many = fairChanges([pair, ...Array.from({ length: 200 }, () => calm)], { days: week });
    expect(only(many).beyondChance.has('views')).toBe(false);
  });
});

/** Busy on working days, or at weekends. */
const RHYTHMS = {
  business: [1.25, 1.3, 1.25, 1.2, 1, 0.35, 0.4],
  shop: [0.7, 0.75, 0.8, 0.9, 1.1, 1.5, 1.6],
};
const TIMEFRAMES = [
  'this_week',
  'this_month',
  'this_quarter',
  'last_7_days',
  'last_30_days',
  'last_24_hours',
] as const;
const HOURS = [0.003, 0.17, 0.5, 0.998];
/** The command in docs/reference/metrics.md asks for more. */
const LOOKS = Number(process.env['COMPARISON_LOOKS'] ?? 4_000);

/**
 * Also in docs/reference/metrics.md. Websites with a rhythm of weekdays, a swing of single days and no change, looked at on any day and hour: the day that is running has only a
 * part of its visitors.
 */
test('websites that did not change are said to have changed in at most 1 % of looks, at every hour and weekday', () => {
  const random = randomNumbers(44);
  const today0 = parseDay('2026-11-19') ?? 0;
  const falsePer = new Map<string, { looks: number; alarms: number }>();
  let alarms = 0;
  for (let look = 0; look < LOOKS; look++) {
    const today = today0 + Math.floor(random.uniform() * 366);
    const timeframe = TIMEFRAMES[look % TIMEFRAMES.length] ?? 'this_week';
    const rhythm = RHYTHMS[random.uniform() < 0.5 ? 'business' : 'shop'];
    const hour = HOURS[Math.floor(random.uniform() * HOURS.length)] ?? 0;
    const [size, rate] = [10 ** (1.5 + 3 * random.uniform()), 0.02 + 0.2 * random.uniform()];
    const known = new Map<number, Counts>();
    const on = (day: number): Counts => {
      const before = known.get(day);
      if (before) return before;
      const weekday = rhythm[day - bucketStart(day, 'week')] ?? 1;
      const part = day === today ? hour : 1;
      const views = random.poisson(size * weekday * part * Math.exp(0.25 * random.normal()));
      const own = rate * (weekday < 1 ? 0.8 : 1) * Math.exp(0.15 * random.normal());
      const drawn = counts({
        views,
        conversions: Math.min(views, random.poisson(views * own)),
        orders: random.poisson(views * own * 0.3),
      });
      known.set(day, drawn);
      return drawn;
    };
    const now = new Date((today + hour) * 86_400_000);
    const { window } = resolvePeriod({ selection: { timeframe } }, { facts: { firstDay: 0 }, now });
    const days = comparedDays({ timeframe, window }, today);
    if (typeof days === 'string') continue;
    const sum = ({ start, end }: typeof window) => {
      const total = counts({});
      for (let day = start; day <= end; day++)
        for (const name of ['views', 'conversions', 'orders'] as const) total[name] += on(day)[name];
      return total;
    };
    const expected = hasOtherWeekdays(days)
      ? {
          views: expectedRatio(days, (day) => on(day).views),
          conversions: expectedRatio(days, (day) => on(day).conversions),
        }
      : undefined;
    const found = only(
      fairChanges([{ current: sum(days.window), base: sum(days.base), expected }], { days }),
    );
    const isAlarm = found.beyondChance.size > 0;
    if (isAlarm) alarms += 1;
    const weekday = new Date(today * 86_400_000).getUTCDay();
    for (const key of [timeframe, `hour ${hour}`, `weekday ${weekday}`]) {
      const place = falsePer.get(key) ?? { looks: 0, alarms: 0 };
      falsePer.set(key, { looks: place.looks + 1, alarms: place.alarms + Number(isAlarm) });
    }
  }
  expect(alarms / LOOKS).toBeLessThanOrEqual(0.01);
  // Of the few looks of each kind a few more may be wrong by chance.
  for (const [key, { looks, alarms: wrong }] of falsePer)
    expect({ key, wrong, isFew: wrong <= 0.01 * looks + 3 * Math.sqrt(0.01 * looks) }).toMatchObject({
      isFew: true,
    });
});

test('the same websites are said to have changed if half of their visitors stay away', () => {
  const base = counts({ views: 4_000, conversions: 400, orders: 80, revenueCents: 800_000n });
  const half = counts({ views: 2_000, conversions: 200, orders: 40, revenueCents: 400_000n });
  const found = only(fairChanges([{ current: half, base }], { days: week }));
  expect([...found.beyondChance].sort()).toEqual(['conversions', 'views']);
});
