import { type Counts, fairChanges, parseDay, ZERO_COUNTS } from '@funnel/domain';
import { expect, test } from '@jest/globals';
import { comparisonNumbers } from '../../src/extras/comparison-numbers.ts';

const day = (text: string) => parseDay(text) ?? 0;
const DAYS = {
  window: { start: day('2026-11-09'), end: day('2026-11-15') },
  base: { start: day('2026-11-02'), end: day('2026-11-08') },
};
const METRICS = ['views', 'completions', 'orders', 'revenue'] as const;

function compared(
  current: Partial<Counts>,
  base: Partial<Counts>,
  { newSince, brokenOn }: { newSince?: string; brokenOn?: string } = {},
) {
  const sides = { current: { ...ZERO_COUNTS, ...current }, base: { ...ZERO_COUNTS, ...base } };
  const since = newSince === undefined ? {} : { newSince: day(newSince) };
  const [change] = fairChanges([{ ...sides, ...since }], { days: DAYS });
  if (!change) throw new Error('nothing was compared');
  const found = { days: DAYS, whole: change, parts: [{ id: 7, name: '“A”', change }], metrics: METRICS };
  const broken = brokenOn === undefined ? undefined : { day: day(brokenOn) };
  const now = new Date('2026-11-16T12:00:00Z');
  return comparisonNumbers({ comparison: found, now, broken }).comparison;
}

test('a change of few orders has its values, and so has what came from nothing', () => {
  const now = { views: 300, completions: 624, orders: 6, revenueCents: 182_400n };
  const values = {
    completions: { current: 624, base: 0 },
    orders: { current: 6, base: 1 },
    revenue: { current: 1_824, base: 147 },
  };
  const found = compared(now, { views: 200, orders: 1, revenueCents: 14_700n });
  expect(found?.values).toEqual(values);
  expect(found?.parts?.[7]?.values).toEqual(values);
});

test('many orders, the same few, and what is new have none', () => {
  const few = { views: 100, orders: 3, revenueCents: 3_000n };
  expect(compared(few, few)?.values).toBeUndefined();
  expect(compared({ orders: 30 }, { orders: 20 })?.values).toBeUndefined();
  expect(compared(few, { views: 1 }, { newSince: '2026-11-05' })?.values).toBeUndefined();
});

test('a break that began on the compared days is known to be more than chance', () => {
  const apartFrom = (brokenOn: string) =>
    compared({ views: 9 }, { views: 8 }, { brokenOn })?.apart_from_break;
  expect(apartFrom('2026-11-10')).toBe(true);
  for (const date of ['2026-11-02', '2026-11-16']) expect(apartFrom(date)).toBeUndefined();
});
