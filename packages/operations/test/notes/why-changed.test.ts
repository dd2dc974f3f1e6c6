import { expect, test } from '@jest/globals';
import type { ChangeParts, Newcomer } from '../../src/notes/change-parts.ts';
import type { Answered } from '../../src/notes/note.ts';
import { whyChanged } from '../../src/notes/why-changed.ts';

interface Change {
  orders?: [now: number, before: number];
  conversions?: [now: number, before: number];
  /** Viewers who converted, and viewers: now and before. */
  shares?: [now: [number, number], before: [number, number]];
  began?: Newcomer;
}

/** What is said about a change that campaign 7 alone has made. */
function notesOn({
  orders = [0, 0],
  conversions = [0, 0],
  shares = [
    [5, 100],
    [5, 100],
  ],
  began,
}: Change) {
  const split = ([now, before]: [number, number], unit = 1) => {
    const total = BigInt(unit * (now - before));
    return { total, largest: [{ id: 7, amount: total }], others: { count: 0, amount: 0n }, outside: 0n };
  };
  const changes: ChangeParts = {
    kind: 'campaigns',
    sums: { revenue: split(orders, 2_500), orders: split(orders), conversions: split(conversions) },
    rate: { total: 300, mix: 100, rate: 200 },
    began,
    ended: undefined,
    counts: {
      orders: { now: orders[0], before: orders[1] },
      conversions: { now: conversions[0], before: conversions[1] },
    },
    names: new Map([[7, '“Spring”']]),
  };
  const metricsOf = ([converted, views]: [number, number]) => ({
    views,
    conversions: converted,
    conversion_rate: (100 * converted) / views,
  });
  const metrics = { ...metricsOf(shares[0]), previous: metricsOf(shares[1]) };
  const answered: Answered = {
    body: { website: { name: 'x', currency: 'EUR' }, data: { metrics } },
    input: {},
    websites: [],
    now: new Date(0),
    background: { changes },
  };
  return Object.fromEntries(whyChanged(answered).map(({ code, text }) => [code, text]));
}

test('revenue is said with its orders, and whether the change could be chance', () => {
  expect(notesOn({ orders: [14, 10] })).toEqual({
    revenue_change: 'Revenue +100 EUR (14 orders after 10, could be chance): “Spring” +100.',
  });
  expect(notesOn({ orders: [1, 3] })).toEqual({
    revenue_change: 'Revenue −50 EUR (1 order after 3, could be chance): “Spring” −50.',
  });
  expect(notesOn({ orders: [12, 60] })).toEqual({
    revenue_change: 'Revenue −1,200 EUR (12 orders after 60, beyond chance): “Spring” −1,200.',
    orders_change: 'Orders −48 (beyond chance): “Spring” −48.',
  });
});

test('conversions that changed by chance are left out', () => {
  expect(notesOn({ conversions: [100, 110] })).toEqual({});
  expect(notesOn({ conversions: [100, 300] })).toEqual({
    conversions_change: 'Conversion events −200 (beyond chance): “Spring” −200.',
  });
});

test('so is a rate', () => {
  expect(
    notesOn({
      shares: [
        [54, 1_000],
        [50, 1_000],
      ],
    }),
  ).toEqual({});
  expect(
    notesOn({
      shares: [
        [100, 1_000],
        [50, 1_000],
      ],
    }),
  ).toEqual({
    conversion_rate_change:
      'Conversion rate +5 points, beyond chance. Of events +3: mix of campaigns +1, their own rates +2.',
  });
});

test('what began in the window comes before mix and rates', () => {
  const shares: Change['shares'] = [
    [100, 1_000],
    [50, 1_000],
  ];
  expect(notesOn({ shares, began: { id: 7, share: 34, rate: 12 } })['conversion_rate_change']).toBe(
    'Conversion rate +5 points, beyond chance. “Spring” began: 34 % of the views, of which 12 % converted. Of events +3: mix of campaigns +1, their own rates +2.',
  );
});

test('a rate that the parts do not explain says so in plain words', () => {
  const text = notesOn({
    shares: [
      [200, 1_000],
      [50, 1_000],
    ],
  })['conversion_rate_change'];
  expect(text).toBe(
    'Conversion rate +15 points, beyond chance. The campaigns alone do not explain it: who saw several of them, or came back, counts once.',
  );
});
