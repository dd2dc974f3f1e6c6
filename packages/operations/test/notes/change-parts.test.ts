import { expect, test } from '@jest/globals';
import { ZERO_COUNTS } from '@funnel/domain';
import { ADDITIVE } from '@funnel/words';
import { type CountedPart, splitChange } from '../../src/findings/change-parts.ts';
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

const partsOf = (all: readonly Periods[]): CountedPart[] =>
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

test('the named, the other and the outside parts add up to the whole change, the three largest named, or all four', () => {
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
          sizes.slice(0, sizes.length === 4 ? 4 : 3),
        );
        expect(split.others.count).toBe(sizes.length <= 4 ? 0 : sizes.length - 3);
      }
    }),
    { numRuns: 300 },
  );
});
