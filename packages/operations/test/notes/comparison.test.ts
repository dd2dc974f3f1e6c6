import { type Counts, fairChanges, ZERO_COUNTS } from '@funnel/domain';
import { describe, expect, test } from '@jest/globals';
import type { Comparison } from '../../src/findings/comparison.ts';
import { comparedDays } from '../../src/notes/compared-days.ts';
import { day, factsOf, periodOf } from '../support/facts.ts';

const NOW = new Date('2026-11-16T12:00:00Z');
/** The days directly before are the fair ones, too. */
const DAYS = {
  window: { start: day('2026-11-09'), end: day('2026-11-15') },
  base: { start: day('2026-11-02'), end: day('2026-11-08') },
};

type Few = Partial<Omit<Counts, 'revenueCents'>> & { revenue?: number };
interface Side {
  now: Few;
  before: Few;
  newSince?: string;
}

const countsOf = ({ revenue = 0, ...counts }: Few): Counts => ({
  ...ZERO_COUNTS,
  ...counts,
  revenueCents: BigInt(Math.round(100 * revenue)),
});
const changesOf = (sides: readonly Side[]) =>
  fairChanges(
    sides.map(({ now, before, newSince }) => ({
      current: countsOf(now),
      base: countsOf(before),
      ...(newSince !== undefined && { newSince: day(newSince) }),
    })),
    { days: DAYS },
  );

const comparisonOf = (whole: Side | undefined, parts: readonly Side[]): Comparison => ({
  days: DAYS,
  whole: whole && changesOf([whole])[0],
  parts: changesOf(parts).map((change, index) => ({ id: index + 1, name: `“${'ABCDE'[index]}”`, change })),
  metrics: [],
});

/** The note on a website with these numbers, and on its campaigns. */
function said(
  whole: Side | undefined,
  parts: readonly Side[] = [],
  { brokenOn, comparison = comparisonOf(whole, parts) }: { brokenOn?: string; comparison?: Comparison } = {},
) {
  const period = { ...periodOf('2026-11-09', '2026-11-15'), previous: DAYS.base };
  const broken = brokenOn === undefined ? undefined : { day: day(brokenOn) };
  const facts = factsOf({ period, comparison, now: NOW });
  return comparedDays(facts, { isWebsite: true, parts: 'campaigns', broken })[0]?.text;
}

const SAME = { views: 1_000, conversions: 100 };
const same: Side = { now: SAME, before: SAME };
const fell: Side = {
  now: { views: 1_000, conversions: 10, completions: 5 },
  before: { ...SAME, completions: 80 },
};

describe('of the whole', () => {
  test('the rest is what else changed, and is not mentioned if there is none', () => {
    expect(said(fell)).toBe(
      'Compared with 2 to 8 November. Viewers unchanged, conversions −90 %, conversion rate 1 % after 10 %; beyond chance: conversions, completions, conversion rate, completion rate.',
    );
    expect(said({ now: { ...fell.now, views: 1_010 }, before: fell.before })).toMatch(
      /^Compared with 2 to 8 November\. Viewers \+1 %, .*; the rest could be chance\.$/,
    );
    expect(said(same)).toBe(
      'Compared with 2 to 8 November. Viewers unchanged, conversions unchanged, conversion rate 10 % after 10 %.',
    );
    expect(said({ now: { ...SAME, views: 1_010 }, before: SAME })).toMatch(
      /; every change could be chance\.$/,
    );
  });

  test('an average order is never judged, so it is not the rest', () => {
    const orders = { ...SAME, orders: 20 };
    const text = said({ now: { ...orders, revenue: 2_000 }, before: { ...orders, revenue: 2_000 } });
    expect(text).not.toMatch(/chance/);
  });

  test('revenue of few orders is an amount, not a percentage', () => {
    const orders = (count: number, revenue: number) => ({ ...SAME, orders: count, revenue });
    expect(said({ now: orders(1, 259.2), before: orders(1, 145) })).toContain(
      'orders unchanged, revenue 259.20 EUR after 145;',
    );
    expect(said({ now: orders(30, 900), before: orders(20, 600) })).toContain(
      'orders 30 after 20, revenue +50 %;',
    );
  });

  test('a break is set apart if it began on the compared days, also beside what is beyond chance', () => {
    const moved = { now: { ...SAME, views: 3_000, conversions: 90 }, before: SAME };
    expect(said(moved, [], { brokenOn: '2026-11-10' })).toMatch(
      /; apart from the break, the rest could be chance\.$/,
    );
    // Then both sides are after it: it changes nothing.
    expect(said(moved, [], { brokenOn: '2026-11-02' })).toMatch(/; the rest could be chance\.$/);
    expect(said(moved, [], { brokenOn: '2026-10-12' })).not.toMatch(/apart from the break/);
  });

  test('percentages follow from the counts, not from rounded ones', () => {
    expect(said({ now: { views: 473 }, before: { views: 452 } })).toContain('Viewers +4.6 %');
  });

  test('where nobody came there is no rate', () => {
    expect(said({ now: {}, before: SAME })).toMatch(
      /^Compared with 2 to 8 November\. Viewers −100 %, conversions −100 %; beyond chance: viewers, conversions\.$/,
    );
  });

  test('months of other lengths are said to be so', () => {
    const march = {
      window: { start: day('2026-03-01'), end: day('2026-03-31') },
      base: { start: day('2026-02-01'), end: day('2026-02-28') },
    };
    const comparisonOfMonths = { days: march, whole: changesOf([same])[0], parts: [], metrics: [] };
    expect(said(same, [], { comparison: comparisonOfMonths })).toMatch(
      /^Fair comparison: 1 to 31 March against 1 to 28 February \(31 days against 28\)\. /,
    );
  });

  test('what is new is not compared', () => {
    expect(said({ ...same, newSince: '2026-11-05' })).toBe(
      'Not compared with 2 to 8 November: nothing was recorded before 5 November.',
    );
  });
});

describe('of the parts', () => {
  test('the others are named, and only if there are some', () => {
    expect(said(undefined, [fell, same])).toBe(
      'Compared with 2 to 8 November. Beyond chance: “A” conversions −90 %, conversion rate 1 % after 10 %, completions −94 %. The changes of the other campaigns could be chance.',
    );
    expect(said(undefined, [fell, fell])).not.toMatch(/other/);
    expect(said(undefined, [fell, { ...same, newSince: '2026-11-05' }])).toMatch(
      /completions −94 %\. New: “B” since 5 November\.$/,
    );
  });

  test('nothing is beyond chance', () => {
    expect(said(undefined, [same, same])).toBe(
      'Compared with 2 to 8 November. None of the campaigns changed beyond chance.',
    );
    expect(said(undefined, [same, same], { brokenOn: '2026-11-10' })).toBe(
      'Compared with 2 to 8 November. Apart from the break, none of the campaigns changed beyond chance.',
    );
  });

  test('an only part says nothing more than the whole', () => {
    expect(said(fell, [fell])).toBe(said(fell));
  });

  test('if all are new, nothing was compared', () => {
    const fresh = { ...same, newSince: '2026-11-05' };
    expect(said(undefined, [fresh, fresh])).toBe(
      'Not compared with 2 to 8 November: all campaigns are new: “A” since 5 November, “B” since 5 November.',
    );
  });
});
