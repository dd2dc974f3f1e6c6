import { dateText } from '@funnel/domain';
import { describe, expect, test } from '@jest/globals';
import { findFindings } from '../../src/findings/find-findings.ts';
import type { Finding } from '@funnel/words';
import { recommendationsOf } from '../../src/findings/recommendations.ts';
import { describeFinding } from '@funnel/words';
import { numbersOf } from '@funnel/words';
import { anyWeek } from '../support/any-week.ts';
import {
  broken as brokenTo,
  campaign,
  counts,
  experiment,
  funnel,
  input,
  subject,
} from '../support/weeks.ts';
import fc from 'fast-check';

/** Every number of a finding, including those in names. Cents are converted to amounts. */
function valuesOf(value: unknown): string[] {
  if (typeof value === 'number') return numbersOf(String(value));
  if (typeof value === 'bigint')
    return numbersOf(`${value / 100n}.${(value % 100n).toString().padStart(2, '0')}`);
  if (typeof value === 'string') return numbersOf(value.toUpperCase());
  if (Array.isArray(value)) return [String(value.length), ...value.flatMap(valuesOf)];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(valuesOf) : [];
}

/** Without the quoted names, which are free text and may be shortened in the middle of a number. */
const unnamed = (text: string) => text.replace(/“[^”]*”/g, '');

const strayNumbers = (finding: Finding) => {
  const known = new Set(valuesOf(finding));
  // "Apart from one campaign and 2 others": how many there are.
  if ('apartFrom' in finding) known.add(String(finding.apartFrom.length - 1));
  // What was expected is rounded, and a day is said with its month.
  if (finding.kind === 'campaign_broke') {
    const { broken, lastDay } = finding;
    const usual = broken.what === 'views' ? broken.viewersPerDay : broken.expected;
    for (const value of valuesOf([Math.round(usual), dateText(broken.day, lastDay)])) known.add(value);
  }
  return numbersOf(unnamed(describeFinding(finding))).filter((number) => !known.has(number));
};

describe('any valid week', () => {
  test('has one to seven texts, each a short, plain line', () => {
    fc.assert(
      fc.property(anyWeek, (week) => {
        const { findings, texts } = recommendationsOf(week);
        expect(texts.length).toBe(Math.max(1, findings.length));
        expect(texts.length).toBeLessThanOrEqual(7);
        for (const text of texts) {
          expect(unnamed(text)).not.toMatch(/NaN|Infinity|undefined|null|\[object|e\+\d/);
          expect(text).not.toMatch(/[\p{Cc}\u202e]|^\s|\s$| {2}/u);
          expect(unnamed(text).replace(/[\d,.]+/g, '').length).toBeLessThan(400);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('has no number in a text that its finding does not contain', () => {
    fc.assert(
      fc.property(anyWeek, (week) => {
        expect(recommendationsOf(week).findings.flatMap(strayNumbers)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test('gives the same result for any order of its campaigns', () => {
    fc.assert(
      fc.property(anyWeek, (week) => {
        const reversed = { ...week, campaigns: [...week.campaigns].reverse() };
        expect(recommendationsOf(reversed)).toEqual(recommendationsOf(week));
      }),
      { numRuns: 300 },
    );
  });

  test('is ranked by what is broken, then by an effect that is finite and not negative', () => {
    fc.assert(
      fc.property(anyWeek, (week) => {
        const found = findFindings(week);
        const isBroken = found.map(({ kind }) => kind === 'campaign_broke');
        expect(isBroken).toEqual([...isBroken].sort((a, b) => Number(b) - Number(a)));
        const effects = found.filter(({ kind }) => kind !== 'campaign_broke').map(({ effect }) => effect);
        expect(effects.every((effect) => Number.isFinite(effect) && effect >= 0)).toBe(true);
        expect(effects).toEqual([...effects].sort((a, b) => b - a));
      }),
    );
  });
});

describe('a week with few findings', () => {
  test('without visitors, one sentence says so', () => {
    expect(recommendationsOf(input())).toEqual({
      findings: [],
      texts: ['No visitors saw a campaign during the week, so there is nothing to recommend yet.'],
    });
  });

  test('with too few visitors, one sentence says so', () => {
    expect(recommendationsOf(input(campaign(1, subject(42, 3))))).toEqual({
      findings: [],
      texts: ['Only 42 visitors saw a campaign during the week: too few to recommend anything yet.'],
    });
  });

  test('without significant findings there are three facts', () => {
    const tie = experiment(1, subject(500, 50), subject(500, 55));
    const { findings, texts } = recommendationsOf(input(tie, campaign(2, subject(800, 40))));
    expect(findings.map(({ kind }) => kind)).toEqual([
      'variants_undecided',
      'best_conversion_rate',
      'website_week',
    ]);
    expect(texts[0]).toBe(
      '“Offer 1”: no variant is best beyond chance: B converts 11 % of 500 viewers, A 10 % of 500 (since 9 November). If it stays so small, a year would not show it; 4.8 points, the most that these numbers allow, would take 3 weeks.',
    );
  });

  test('no fact repeats or contradicts a finding', () => {
    const fell = campaign(1, subject(3_000, 450, { views: 3_000, conversions: 900 }));
    const alone = recommendationsOf(input(fell)).findings;
    expect(alone.map(({ kind }) => kind)).toEqual(['conversion_rate_change']);
    const withAnother = recommendationsOf(input(fell, campaign(2, subject(9_000, 90)))).findings;
    expect(withAnother.map(({ kind }) => kind)).not.toContain('best_conversion_rate');
  });

  test('a campaign whose biggest drop-off is to be fixed is not praised as the best converter', () => {
    const leaky = funnel(1, subject(900, 300), subject(900, 300), subject(290, 200));
    const { findings } = recommendationsOf(input(leaky, campaign(2, subject(800, 40))));
    const kinds = findings.map(({ kind }) => kind);
    expect(kinds).toContain('step_drop_off');
    expect(kinds).not.toContain('best_conversion_rate');
  });

  test('a fall from 10 to 2 orders is told, also beside many findings, with that it could be chance', () => {
    const sold = (orders: number) =>
      counts({ views: 900, conversions: 90, orders, revenueCents: 5_000n * BigInt(orders) });
    const won = [2, 3, 4, 5, 6, 7, 8].map((id) => experiment(id, subject(1_000, 100), subject(1_000, 200)));
    const { findings, texts } = recommendationsOf(
      input(campaign(1, { week: sold(2), previous: sold(10) }), ...won),
    );
    expect(findings).toHaveLength(7);
    expect(texts.at(-1)).toBe(
      'Your campaigns earned 100 EUR during the week from 2 orders, or 0.01 EUR per viewer; the week before it was 500 EUR from 10 orders. The difference could be chance: single orders decide, so compare several weeks before you act.',
    );
    const [fell] = recommendationsOf(input(campaign(1, { week: sold(2), previous: sold(60) }))).texts.slice(
      -1,
    );
    expect(fell).toContain(
      'The change of orders is beyond chance. Most of it: “Offer 1”, 2 orders after 60; look there first.',
    );
  });

  test('a single campaign without findings gets a single fact', () => {
    expect(recommendationsOf(input(campaign(1, subject(300, 30)))).texts).toEqual([
      '300 visitors saw a campaign during the week and 30 converted (10 %), compared with 30 of 300 (10 %) the week before. Use this as the baseline for your next changes.',
    ]);
  });
});

describe('an experiment without a winner', () => {
  const textOf = (...of: ReturnType<typeof campaign>[]) =>
    recommendationsOf(input(...of)).texts.find((text) => text.includes('no variant is best')) ?? '';

  test('is to be ended if even the largest possible difference would take more than a year', () => {
    expect(textOf(experiment(1, subject(40_000, 4_000), subject(40_000, 4_010)))).toMatch(
      / End it and keep either: at 1,000 viewers a week it would take more than a year to be sure even of 0\.55 points, the most that these numbers allow\. Then try a bolder change\.$/,
    );
  });

  test('says which pairs are settled', () => {
    const three = experiment(1, subject(2_000, 200), subject(2_000, 330), subject(2_000, 262));
    expect(textOf(three)).toContain(' Beyond chance: B beats A; between');
  });

  test('needs no advice while it is broken', () => {
    const tie = experiment(1, subject(500, 50), subject(500, 55));
    const broken = { ...brokenTo(1, 100, 20), also: { submissions: false, steps: [], variants: ['A'] } };
    expect(textOf({ ...tie, broken })).not.toMatch(/If it stays|End it/);
  });
});

describe('the texts', () => {
  test('name the campaign, the variant, the numbers and what to do', () => {
    const won = experiment(1, subject(1_356, 140), subject(1_326, 217));
    const broken = {
      ...funnel(2, subject(539, 3, { views: 549, conversions: 57 })),
      broken: brokenTo(3, 461, 47.9),
    };
    expect(recommendationsOf(input(won, broken, campaign(3, subject(400, 1)))).texts).toEqual([
      '“Offer 2” has been broken since 10 November: viewers still come, but of 461 viewers only 3 converted, where 48 would have before. Also down: submissions and step 2 “Your details”. Check the form and its tracking first. About 52 conversions are lost a week.',
      '“Offer 1”: B “Idea B” beats A “Idea A” beyond chance, however often you look: B converts 16.37 % of 1,326 viewers, A 10.32 % of 1,356 (since 9 November). Send all traffic to B, and end the experiment: expect 47 to 117 more conversions a week.',
      '“Offer 3” gets views but almost no conversions: 1 of 400 viewers (0.25 %), while your other campaigns together convert 11.18 %. Change its offer or its placement, or replace it with another campaign.',
    ]);
  });

  test('promise nothing where nobody came', () => {
    const won = experiment(1, subject(1_356, 140), subject(1_326, 217));
    const idle = {
      ...won,
      variants: won.variants.map((variant) => ({
        ...variant,
        week: { ...variant.week, views: 0, conversions: 0 },
      })),
    };
    const gone = { ...brokenTo(3, 461, 47.9), silentSince: input().lastDay - 3 };
    const { texts } = recommendationsOf(input(idle, { ...funnel(2, subject(0, 0)), broken: gone }));
    expect(texts[0]).toMatch(
      /^“Offer 2” has been broken since 10 November: of 461 viewers only 3 converted, /,
    );
    expect(texts[0]).toMatch(/ Since \d+ November nobody has come at all\. /);
    expect(texts.join(' ')).not.toMatch(/still come|lost a week/);
    expect(texts.find((text) => text.includes('B “Idea B” beats'))).toMatch(/, and end the experiment\.$/);
  });

  test('show a name in one line, shorten a long name, and use the id for an empty one', () => {
    const text = (name: string) => {
      const idle = campaign(1, subject(400, 0), { name });
      return recommendationsOf(input(idle, campaign(2, subject(900, 90)))).texts[0];
    };
    expect(text('10 %\n\u202eoff “all”\u0000')).toMatch(/^“10 % off 'all'” gets views/);
    expect(text('x'.repeat(500))).toMatch(/^“x{59}…” gets views/);
    expect(text(' ')).toMatch(/^Campaign 1 gets views/);
  });
});

test('numbersOf normalizes each number', () => {
  expect(numbersOf('1,234 of 12.50 %, -3; 0.10 and 007, 1,2 or 1,234,567.80.')).toEqual([
    '1234',
    '12.5',
    '3',
    '0.1',
    '7',
    '1',
    '2',
    '1234567.8',
  ]);
});
