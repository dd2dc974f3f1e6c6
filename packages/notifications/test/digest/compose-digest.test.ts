import { formatDay, parseDay } from '@funnel/domain';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { composeDigest, type ReadWeeks } from '../../src/digest/compose-digest.ts';
import { mailOf, slackBody, webhookBody } from '../../src/index.ts';
import { COLOURS } from '../../src/messages/mail/look.ts';
import { LINKS, NOW } from '../support/sample-messages.ts';

const WEEK = parseDay('2026-11-09') ?? 0;
const counts = (viewers: number, converted: number, orders = 0, revenueCents = 0) => ({
  viewers,
  converted,
  orders,
  revenueCents: String(revenueCents),
});
const weeks = (
  week: ReadWeeks['week'],
  previous: ReadWeeks['week'],
  more: Partial<ReadWeeks> = {},
): ReadWeeks => ({
  id: 1,
  name: 'north.example',
  currency: 'EUR',
  isCounted: true,
  isComparable: true,
  newSince: null,
  week,
  previous,
  broken: [],
  decided: [],
  insights: [],
  ...more,
});
const told = { reader: { language: 'en', timeZone: 'UTC' }, links: LINKS, now: NOW };
const written = (...all: ReadWeeks[]) => {
  const digest = composeDigest(WEEK, all);
  return { digest, ...mailOf(digest, told), slack: JSON.stringify(slackBody(digest, told)) };
};
/** Of the HTML, without the styles that every mail has. */
const bodyOf = (html: string) => html.replace(/<style>[\s\S]*?<\/style>/, '');

describe('a change that could be chance', () => {
  test('needs no attention, is grey, and is said to be so', () => {
    const { digest, subject, text, html, slack } = written(
      weeks(counts(2_000, 60, 3, 30_000), counts(2_700, 90, 8, 80_000)),
    );
    expect(digest.websites[0]?.beyondChance).toEqual({
      views: null,
      rate: null,
      orders: null,
      revenue: null,
    });
    expect(subject).toBe('Your week from Nov 9: all quiet');
    expect(text).toContain('north.example: 2,000 viewers (-26%), 3% converted, €300 (after €800)');
    for (const said of [text, slack]) expect(said).toContain('other changes could be chance');
    expect(text).toContain('Against Nov 2 – Nov 8.');
    for (const colour of ['up', 'down'] as const) {
      expect(bodyOf(html)).not.toContain(COLOURS[colour][0]);
      expect(bodyOf(html)).not.toContain(`text-${colour}`);
    }
    expect(bodyOf(html)).toMatch(new RegExp(`color:${COLOURS.quiet[0]}[^>]*>&nbsp;-26%`));
  });

  test('and one beyond chance has a colour and a mark', () => {
    const { digest, text, html } = written(
      weeks(counts(9_000, 270, 90, 900_000), counts(3_000, 90, 30, 300_000)),
    );
    expect(digest.websites[0]?.beyondChance).toEqual({
      views: 'up',
      rate: null,
      orders: 'up',
      revenue: 'up',
    });
    expect(text).toContain('9,000 viewers (▲ +200%)');
    expect(text).toContain('  ▲ Viewers: 9,000, up from 3,000\n  ▲ Orders: 90, up from 30');
    expect(bodyOf(html)).toMatch(new RegExp(`color:${COLOURS.up[0]}[^>]*>&nbsp;▲ \\+200%`));
  });
});

describe('revenue of fewer than ten orders in one of the weeks', () => {
  test.each([
    [1, 10],
    [12, 9],
  ])('is said by both amounts, not in percent: %d orders after %d', (orders, before) => {
    const { digest, text, html, slack } = written(
      weeks(counts(2_000, 60, orders, 14_500), counts(2_100, 63, before, 271_500)),
    );
    expect(text).toContain('3% converted, €145 (after €2,715)');
    // The line of all websites is also the preview of the mail.
    expect(text).toContain('Revenue: €145 (after €2,715)');
    expect(slack).toContain('Revenue: €145 (after €2,715)');
    expect(bodyOf(html)).toContain('Revenue: €145 (after €2,715)');
    for (const said of [text, html, slack]) expect(said).not.toContain('-95%');
    // Programs get the percentage beside both amounts, as from REST.
    expect(digest.websites[0]?.changes.revenue).toBeCloseTo(-94.66, 2);
  });

  test('and of ten in percent', () => {
    const { text } = written(weeks(counts(2_000, 60, 10, 14_500), counts(2_100, 63, 10, 271_500)));
    expect(text).toContain('€145 (-95%)');
  });
});

test('what did not exist in the week before is new, not a percentage', () => {
  const newSince = parseDay('2026-11-05') ?? 0;
  const young = weeks(counts(9_400, 300, 40, 500_000), counts(625, 10, 2, 20_000), { newSince });
  const { digest, subject, text, html } = written(young);
  expect(digest.websites[0]).toMatchObject({ changes: { viewers: null, revenue: null }, newSince });
  expect(subject).toBe('Your week from Nov 9: all quiet');
  expect(text).toContain('  · New since Nov 5: no earlier week to compare with');
  expect(html).toContain('New since Nov 5');
  expect(text).not.toContain('%)');
  // The sum of all has it on one side only.
  expect(digest.totals).toMatchObject([{ change: null, beyondChance: null }]);
  const both = composeDigest(WEEK, [young, weeks(counts(10, 1, 1, 900), counts(10, 1, 1, 1_000), { id: 2 })]);
  expect(both.totals).toMatchObject([{ change: null, websites: 2 }]);
});

test('a week that is not counted is said to be so: it is no fall to nothing', () => {
  const nothing = counts(0, 0);
  const late = weeks(nothing, counts(5_000, 200, 50, 500_000), { isCounted: false, isComparable: false });
  const { digest, text, html } = written(late, weeks(counts(10, 1), counts(12, 1), { id: 2 }));
  expect(digest.websites.find(({ id }) => id === 1)).toMatchObject({
    changes: { viewers: null, revenue: null },
    beyondChance: { views: null, rate: null, orders: null, revenue: null },
  });
  expect(text).toContain('north.example: no numbers\n  · The week is not counted yet.');
  expect(html).not.toContain('-100%');
  expect(digest.totals).toMatchObject([{ change: null }]);
});

test('nothing is compared with a week that was not counted', () => {
  const { digest } = written(weeks(counts(5_000, 200), counts(0, 0), { isComparable: false }));
  expect(digest.websites[0]?.beyondChance).toEqual({ views: null, rate: null, orders: null, revenue: null });
});

test('of a hundred websites that did not change, a digest calls none changed beyond chance in at least 98 of 100 weeks', () => {
  // Days swing by a quarter without a cause, rates by 15 %: see docs/reference/metrics.md.
  const random = seeded(7);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const poisson = (mean: number) => Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()));
  const week = (viewersADay: number) => {
    let [viewers, converted, orders] = [0, 0, 0];
    for (let day = 0; day < 7; day += 1) {
      const came = poisson(viewersADay * Math.max(0.1, 1 + 0.25 * normal()));
      viewers += came;
      converted += poisson(came * 0.05 * Math.max(0.1, 1 + 0.15 * normal()));
      orders += poisson(came * 0.01);
    }
    return counts(viewers, converted, orders, orders * 4_900);
  };
  let wrong = 0;
  const digests = 200;
  for (let each = 0; each < digests; each += 1) {
    const all = Array.from({ length: 100 }, (_, id) =>
      weeks(week(20 + id * 15), week(20 + id * 15), { id: id + 1 }),
    );
    const said = composeDigest(WEEK, all);
    const isSaid = [
      ...said.websites.map(({ beyondChance }) => Object.values(beyondChance)),
      said.totals.map((one) => one.beyondChance),
    ].flat();
    if (isSaid.some((direction) => direction !== null)) wrong += 1;
  }
  expect(wrong).toBeLessThanOrEqual(0.02 * digests);
});

test('what programs get is what people read', () => {
  const line = weeks(counts(9_000, 270), counts(3_000, 90));
  const { data } = webhookBody(composeDigest(WEEK, [line]), { id: 'a', createdAt: NOW, links: LINKS });
  expect(data).toMatchObject({
    week: formatDay(WEEK),
    websites: [
      {
        is_counted: true,
        new_since: null,
        changes: { viewers: 200, revenue: null },
        beyond_chance: { viewers: 'up', conversion_rate: null, orders: null, revenue: null },
      },
    ],
  });
});

test('no number of visitors and no currency stops a digest', () => {
  const count = fc.nat(100_000);
  const side = fc.tuple(count, count, count, count).map(([a, b, c, d]) => counts(a, b, c, d));
  fc.assert(
    fc.property(fc.array(fc.tuple(side, side), { minLength: 1, maxLength: 20 }), (sides) => {
      const { text } = written(...sides.map(([week, previous], id) => weeks(week, previous, { id: id + 1 })));
      expect(text).not.toMatch(/NaN|Infinity|undefined|null/);
    }),
    { numRuns: 50 },
  );
});

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
