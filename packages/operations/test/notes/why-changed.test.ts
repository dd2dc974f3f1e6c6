import { expect, test } from '@jest/globals';
import { type CountType, fairChanges, ZERO_COUNTS } from '@funnel/domain';
import type { ChangeParts } from '@funnel/words';
import { whyChanged } from '../../src/notes/why-changed.ts';
import { factsOf, periodOf } from '../support/facts.ts';

interface Change {
  orders?: [now: number, before: number];
  conversions?: [now: number, before: number];
  countType?: CountType;
  newSince?: number;
  /** Since when there is the campaign. */
  springSince?: number;
}

/** What is said about a change that campaign 7 alone has made. */
function notesOn({
  orders = [0, 0],
  conversions = [0, 0],
  countType = 'distinct',
  newSince,
  springSince,
}: Change) {
  const split = ([now, before]: [number, number], unit = 1) => {
    const total = BigInt(unit * (now - before));
    return { total, largest: [{ id: 7, amount: total }], others: { count: 0, amount: 0n }, outside: 0n };
  };
  const changes: ChangeParts = {
    kind: 'campaigns',
    sums: { revenue: split(orders, 2_500), orders: split(orders), conversions: split(conversions) },
    counts: {
      orders: { now: orders[0], before: orders[1] },
      revenue: { now: BigInt(2_500 * orders[0]), before: BigInt(2_500 * orders[1]) },
    },
    names: new Map([[7, '“Spring”']]),
    newSince: new Map(springSince === undefined ? [] : [[7, springSince]]),
  };
  const days = { window: { start: 107, end: 113 }, base: { start: 100, end: 106 } };
  const counts = (place: 0 | 1) => ({
    ...ZERO_COUNTS,
    orders: orders[place],
    conversions: conversions[place],
    revenueCents: BigInt(2_500 * orders[place]),
  });
  const [whole] = fairChanges([{ current: counts(0), base: counts(1), newSince }], { days });
  const comparison = { days, whole, parts: [], metrics: [] };
  const period = periodOf('2026-11-01', '2026-11-14', countType);
  const facts = { ...factsOf({ period, comparison, now: new Date(0) }), changes, rates: undefined };
  return Object.fromEntries(whyChanged(facts).map(({ code, text }) => [code, text]));
}

test('revenue is said with its orders, and whether the change could be chance', () => {
  expect(notesOn({ orders: [14, 10] })).toEqual({
    revenue_change:
      'Revenue +100 EUR (14 orders after 10, 25 EUR each after 25; could be chance): “Spring” +100.',
  });
  expect(notesOn({ orders: [1, 3] })).toEqual({
    revenue_change: 'Revenue −50 EUR (1 order after 3, 25 EUR each after 25; could be chance): “Spring” −50.',
  });
  expect(notesOn({ orders: [12, 60] })).toEqual({
    revenue_change:
      'Revenue −1,200 EUR (12 orders after 60, 25 EUR each after 25; beyond chance): “Spring” −1,200.',
    orders_change: 'Orders −48 (beyond chance): “Spring” −48.',
  });
});

test('conversions that changed by chance are left out, and so are events in an answer about people', () => {
  const countType = 'total';
  expect(notesOn({ conversions: [100, 110], countType })).toEqual({});
  expect(notesOn({ conversions: [100, 300] })).toEqual({});
  expect(notesOn({ conversions: [100, 300], countType })).toEqual({
    conversions_change: 'Conversion events −200 (beyond chance): “Spring” −200.',
  });
});

test('a campaign that is new is said to be new', () => {
  expect(notesOn({ orders: [14, 10], springSince: 19_639 })['revenue_change']).toMatch(
    /: “Spring” \+100 \(new since 9 October 2023\)\.$/,
  );
});

test('a campaign that began on the days before and lost is not explained as new', () => {
  const text = notesOn({ orders: [10, 14], springSince: 19_639 })['revenue_change'];
  expect(text).toMatch(/: “Spring” −100\.$/);
});

test('of what is new nothing is said: it has not changed', () => {
  expect(notesOn({ orders: [60, 1], newSince: 105 })).toEqual({});
});
