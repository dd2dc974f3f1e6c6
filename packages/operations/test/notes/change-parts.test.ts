import { expect, test } from '@jest/globals';
import { ZERO_COUNTS } from '@funnel/domain';
import { ADDITIVE, type Part, splitChange, splitRate } from '../../src/notes/change-parts.ts';
import fc from 'fast-check';

const counts = fc.record({
  views: fc.oneof(fc.nat(20), fc.nat(1_000_000)),
  conversions: fc.oneof(fc.nat(20), fc.nat(1_000_000)),
  orders: fc.nat(500),
  revenueCents: fc.bigInt(0n, 9_999_999n),
});
const periods = fc.record({ current: counts, previous: counts });
/** A campaign and the counts of events that belong to none. */
const account = fc.record({ parts: fc.array(periods, { maxLength: 12 }), outside: periods });

type Periods = { current: Counted; previous: Counted };
type Counted = { views: number; conversions: number; orders: number; revenueCents: bigint };

const partsOf = (all: readonly Periods[]): Part[] =>
  all.map(({ current, previous }, index) => ({
    id: index + 1,
    current: { ...ZERO_COUNTS, ...current },
    previous: { ...ZERO_COUNTS, ...previous },
  }));

function sumOf(all: readonly Periods[]) {
  const sum = (when: keyof Periods) =>
    all.reduce(
      (total, periodsOf) => ({
        ...total,
        views: total.views + periodsOf[when].views,
        conversions: total.conversions + periodsOf[when].conversions,
        orders: total.orders + periodsOf[when].orders,
        revenueCents: total.revenueCents + periodsOf[when].revenueCents,
      }),
      { ...ZERO_COUNTS },
    );
  return { current: sum('current'), previous: sum('previous') };
}

test('the named, the other and the outside parts add up to the whole change, the three largest named', () => {
  fc.assert(
    fc.property(account, ({ parts, outside }) => {
      const whole = sumOf([...parts, outside]);
      for (const metric of ADDITIVE) {
        const split = splitChange(metric, whole, partsOf(parts));
        const named = split.largest.reduce((sum, { amount }) => sum + amount, 0n);
        expect(named + split.others.amount + split.outside).toBe(split.total);
        const key = metric === 'revenue' ? 'revenueCents' : metric;
        expect(split.total).toBe(BigInt(whole.current[key]) - BigInt(whole.previous[key]));
        expect(split.outside).toBe(BigInt(outside.current[key]) - BigInt(outside.previous[key]));
        const sizes = parts
          .map(({ current, previous }) => BigInt(current[key]) - BigInt(previous[key]))
          .map((change) => (change < 0n ? -change : change))
          .filter((size) => size > 0n)
          .sort((one, other) => Number(other - one));
        expect(split.largest.map(({ amount }) => (amount < 0n ? -amount : amount))).toEqual(
          sizes.slice(0, 3),
        );
        expect(split.others.count).toBe(Math.max(0, sizes.length - 3));
      }
    }),
    { numRuns: 300 },
  );
});

test('mix and rate add up to the change of the rate, as a report shows it', () => {
  fc.assert(
    fc.property(account, ({ parts, outside }) => {
      const whole = sumOf([...parts, outside]);
      const split = splitRate(whole, partsOf(parts));
      const { current, previous } = whole;
      if (current.views === 0 || previous.views === 0) return expect(split).toBeUndefined();
      expect((split?.mix ?? Number.NaN) + (split?.rate ?? Number.NaN)).toBe(split?.total);
      const exact = 10_000 * (current.conversions / current.views - previous.conversions / previous.views);
      return expect(Math.abs((split?.total ?? 0) - exact)).toBeLessThanOrEqual(1.001);
    }),
    { numRuns: 300 },
  );
});

test('the change is only mix if no part changes its rate, and only rate if no part changes its share', () => {
  const part = (views: number, conversions: number, viewsBefore: number, before: number): Periods => ({
    current: { views, conversions, orders: 0, revenueCents: 0n },
    previous: { views: viewsBefore, conversions: before, orders: 0, revenueCents: 0n },
  });
  // Rates of 50 % and 10 %; the weak one gets more of the traffic.
  const shifted = [part(100, 50, 200, 100), part(300, 30, 200, 20)];
  expect(splitRate(sumOf(shifted), partsOf(shifted))).toEqual({ total: -1_000, mix: -1_000, rate: 0 });
  const changed = [part(100, 60, 200, 100), part(300, 60, 600, 60)];
  expect(splitRate(sumOf(changed), partsOf(changed))).toEqual({ total: 1_000, mix: 0, rate: 1_000 });
  // A new campaign has no rate before: what it does to the whole is mix.
  const added = [part(100, 10, 100, 10), part(100, 30, 0, 0)];
  expect(splitRate(sumOf(added), partsOf(added))).toEqual({ total: 1_000, mix: 1_000, rate: 0 });
});
