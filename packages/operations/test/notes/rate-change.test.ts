import { describe, expect, test } from '@jest/globals';
import { dayOf, fairChanges, type Share, shareOf, ZERO_COUNTS } from '@funnel/domain';
import fc from 'fast-check';
import { rateChange } from '../../src/notes/rate-change.ts';
import type { RatePart, RateParts } from '@funnel/words';
import { explainRate } from '../../src/findings/rate-parts.ts';
import { factsOf } from '../support/facts.ts';

const NOW = new Date('2026-11-17T10:00:00Z');

type Counts = [converted: number, viewers: number];

let ids = 0;
const part = (now: Counts, before: Counts, more: Partial<RatePart> = {}): RatePart => ({
  id: (ids += 1),
  name: '“Spring”',
  now: shareOf(...now),
  before: shareOf(...before),
  isNew: more.beganOn !== undefined,
  newSince: undefined,
  beganOn: undefined,
  isEnded: false,
  ...more,
});
const sumOf = (parts: readonly RatePart[], when: 'now' | 'before'): Share =>
  shareOf(
    parts.reduce((sum, each) => sum + each[when].count, 0),
    parts.reduce((sum, each) => sum + each[when].of, 0),
  );
/** By default the whole is the sum of the parts, as if nobody saw two of them. */
const ratesOf = (parts: RatePart[], more: Partial<RateParts> = {}): RateParts => ({
  kind: 'campaigns',
  whole: { now: sumOf(parts, 'now'), before: sumOf(parts, 'before') },
  parts,
  events: undefined,
  splitChangedOn: undefined,
  ...more,
});
const textOf = (rates: RateParts) => {
  const days = { window: { start: 107, end: 113 }, base: { start: 100, end: 106 } };
  const counts = ({ count, of }: Share) => ({ ...ZERO_COUNTS, views: of, conversions: count });
  const { now, before } = rates.whole;
  const [whole] = fairChanges([{ current: counts(now), base: counts(before) }], { days });
  const comparison = { days, whole, parts: [], metrics: [] };
  return rateChange({ ...factsOf({ comparison, now: NOW }), rates, changes: undefined })[0]?.text;
};

test('mix, own rates and the rest add up to the change as the report shows it, whatever the numbers', () => {
  const count = fc.oneof(fc.nat(20), fc.nat(1_000_000));
  const counts = fc.tuple(count, count);
  const parts = fc.array(fc.tuple(counts, counts), { maxLength: 8 });
  fc.assert(
    fc.property(parts, counts, counts, fc.boolean(), (all, now, before, isOfEvents) => {
      const whole = { now: shareOf(...now), before: shareOf(...before) };
      const events = isOfEvents ? whole : undefined;
      const change = explainRate(
        ratesOf(
          all.map(([a, b]) => part(a, b)),
          { whole, events },
        ),
      );
      if (!change) return;
      expect(change.mix + change.own + change.rest).toBe(change.total);
      expect(change.total).toBe(Math.round(100 * whole.now.rate) - Math.round(100 * whole.before.rate));
    }),
    { numRuns: 500 },
  );
});

test('the change is only mix if no part changes its rate, only own rates if no part changes its share, and of people the rest', () => {
  // Rates of 50 % and 10 %; the weak one gets more of the traffic.
  const shifted = ratesOf([part([50, 100], [100, 200]), part([30, 300], [20, 200])]);
  expect(explainRate(shifted)).toMatchObject({ total: -1_000, mix: -1_000, own: 0, rest: 0 });
  const changed = ratesOf([part([60, 100], [100, 200]), part([60, 300], [60, 600])]);
  expect(explainRate(changed)).toMatchObject({ total: 1_000, mix: 0, own: 1_000, rest: 0 });
  const overlapping = { now: shareOf(100, 250), before: shareOf(120, 400) };
  expect(explainRate({ ...changed, whole: overlapping })).toMatchObject({
    total: 1_000,
    own: 1_000,
    rest: 0,
  });
  expect(explainRate({ ...changed, whole: { ...overlapping, now: shareOf(120, 250) } })?.rest).toBe(800);
});

test('events outside of all parts are a part as well', () => {
  const [a] = [part([10, 100], [10, 100])];
  const whole = { now: shareOf(60, 200), before: shareOf(20, 200) };
  expect(explainRate(ratesOf([a], { whole, events: whole }))).toMatchObject({
    total: 2_000,
    mix: 0,
    own: 2_000,
    rest: 0,
    cause: { kind: 'own' },
  });
});

describe('the cause is named if it explains at least half', () => {
  const usual = () => part([100, 1_000], [100, 1_000], { name: '“Usual”' });

  test('what began, with its day, its share, and how it would be without it', () => {
    const began = part([240, 600], [0, 0], { beganOn: dayOf(NOW) - 8 });
    expect(textOf(ratesOf([usual(), began]))).toBe(
      'Conversion rate +11.25 points, beyond chance, mainly because “Spring” began on 9 November (37.5 % of the viewers, 40 % converted; the others 0). Mix of campaigns +11.25, own rates of the campaigns 0.',
    );
  });

  test('a launch explains also what the usual swing of a rate could have done', () => {
    const calm = part([1_000, 10_000], [1_000, 10_000], { name: '“Usual”' });
    const began = part([450, 3_000], [0, 0], { beganOn: dayOf(NOW) - 8 });
    expect(textOf(ratesOf([calm, began]))).toMatch(
      /^Conversion rate \+1\.15 points, mainly because “Spring” began on 9 November/,
    );
    // The same change without any news.
    expect(textOf(ratesOf([part([1_450, 13_000], [1_000, 10_000])]))).toBeUndefined();
  });

  test('several that are new, if none of them is enough', () => {
    const began = Array.from({ length: 5 }, () => part([40, 100], [0, 0], { isNew: true }));
    expect(textOf(ratesOf([usual(), ...began]))).toMatch(
      /^Conversion rate \+10 points, beyond chance, mainly because 5 campaigns are new \(33\.33 % of the viewers, 40 % converted; the others 0\)\./,
    );
    const [again] = [part([240, 600], [0, 0], { isNew: true })];
    expect(textOf(ratesOf([usual(), again]))).toContain(
      'mainly because “Spring” had no viewers before (37.5 %',
    );
  });

  test('of many campaigns in events, with how people count', () => {
    const parts = [part([60, 300], [60, 600]), part([100, 1_000], [100, 1_000])];
    const events = { now: sumOf(parts, 'now'), before: sumOf(parts, 'before') };
    const whole = { now: shareOf(150, 900), before: shareOf(100, 1_000) };
    expect(textOf(ratesOf(parts, { whole, events }))).toMatch(
      /Who came back or saw several counts once \+4\.36, own rates of the campaigns \+3\.03, mix of campaigns −0\.72\.$/,
    );
  });

  test('what ended', () => {
    const ended = part([0, 0], [240, 600], { isEnded: true });
    expect(textOf(ratesOf([usual(), ended]))).toMatch(
      /^Conversion rate −11\.25 points, beyond chance, mainly because “Spring” ended \(37\.5 % of the viewers, 40 % converted; the others 0\)\./,
    );
  });

  test('one that converts in another way than before', () => {
    const fell = part([10, 1_000], [200, 1_000]);
    expect(textOf(ratesOf([usual(), fell]))).toMatch(
      /^Conversion rate −9\.5 points, beyond chance, mainly because “Spring” converts 1 %, after 20 %\./,
    );
  });

  test('all of them, or their shares', () => {
    const all = Array.from({ length: 4 }, () => part([200, 1_000], [100, 1_000]));
    expect(textOf(ratesOf(all))).toContain('mainly because the campaigns convert better than before.');
    const shifted = [part([50, 100], [450, 900]), part([90, 900], [10, 100])];
    expect(textOf(ratesOf(shifted))).toContain(
      'mainly because the mix moved to campaigns that convert worse.',
    );
    const split = { kind: 'variants' as const, splitChangedOn: dayOf(NOW) - 8 };
    expect(textOf(ratesOf(shifted, split))).toContain('mainly because the split changed on 9 November.');
  });

  test('what began and explains nothing is no cause', () => {
    const small = part([1, 10], [0, 0], { beganOn: dayOf(NOW) - 8 });
    const fell = part([10, 1_000], [200, 1_000], { name: '“Other”' });
    expect(textOf(ratesOf([usual(), fell, small]))).toContain(
      'mainly because “Other” converts 1 %, after 20 %.',
    );
  });

  test('if nothing explains half of it, no cause is named', () => {
    const whole = { now: shareOf(300, 1_000), before: shareOf(100, 1_000) };
    expect(textOf(ratesOf([usual(), usual()], { whole }))).toBe(
      'Conversion rate +20 points, beyond chance. People who saw several +20, mix of campaigns 0, own rates of the campaigns 0.',
    );
  });

  test('a launch that converts less than the rest explains no rise, and neither does one within the base', () => {
    // From 15.3 to 21 %, while a launch converts 14.1 %.
    const launch = part([282, 2_000], [80, 600], { name: '“Launch”', beganOn: dayOf(NOW) - 8 });
    const rest = part([2_380, 11_600], [1_760, 11_600], { name: '“Rest”' });
    const whole = { now: shareOf(2_520, 12_000), before: shareOf(1_836, 12_000) };
    expect(textOf(ratesOf([rest, launch], { whole }))).not.toContain('“Launch”');
    expect(textOf(ratesOf([rest, launch], { whole }))).toContain(
      'mainly because “Rest” converts 20.52 %, after 15.17 %',
    );
  });

  test('people who saw more of the campaigns are a cause, if they are half of it', () => {
    const parts = [part([300, 2_000], [300, 2_000]), part([300, 2_500], [240, 2_000])];
    const whole = { now: shareOf(570, 3_000), before: shareOf(520, 3_900) };
    expect(textOf(ratesOf(parts, { whole }))).toMatch(
      /^Conversion rate \+5\.67 points, beyond chance, mainly because people saw more campaigns \(on average 1\.5 after 1\.03\)\. People who saw several \+5\.8\d, /,
    );
  });

  test('what is new is named where people saw more of the campaigns', () => {
    const launch = part([300, 2_500], [240, 2_000], { name: '“Launch”', newSince: dayOf(NOW) - 8 });
    const whole = { now: shareOf(570, 3_000), before: shareOf(520, 3_900) };
    expect(textOf(ratesOf([part([300, 2_000], [300, 2_000]), launch], { whole }))).toContain(
      'because people saw more campaigns (on average 1.5 after 1.03; “Launch” is new since 9 November). ',
    );
  });

  test('what rounding leaves is nobody’s', () => {
    const parts = [part([60, 301], [30, 602]), part([200, 1_001], [100, 1_003])];
    const [now, before] = [sumOf(parts, 'now'), sumOf(parts, 'before')];
    const whole = { now, before: { ...before, rate: before.rate - 0.01 } };
    expect(textOf(ratesOf(parts, { whole }))).toMatch(/^Conversion rate \+[\d.]+ points, beyond chance/);
    expect(textOf(ratesOf(parts, { whole }))).not.toContain('people');
  });

  test('of an only variant it is said alone', () => {
    const whole = { now: shareOf(300, 1_000), before: shareOf(100, 1_000) };
    expect(textOf(ratesOf([usual()], { whole, kind: 'variants' }))).toBe(
      'Conversion rate +20 points, beyond chance.',
    );
    const same = { now: shareOf(101, 1_000), before: shareOf(100, 1_000) };
    expect(textOf(ratesOf([usual()], { whole: same, kind: 'variants' }))).toBeUndefined();
  });
});

test('a cause moves the rate in its direction by at least half, and nothing that has a name moves it more', () => {
  const viewers = fc.integer({ min: 50, max: 20_000 });
  const counts = fc.tuple(viewers, fc.integer({ min: 1, max: 50 }));
  const shares = (all: readonly RatePart[], when: 'now' | 'before') => sumOf(all, when);
  const rateOf = ({ count, of }: Share) => (of === 0 ? 0 : count / of);
  const anyPart = fc.record({
    now: counts,
    before: counts,
    kind: fc.constantFrom('both', 'both', 'new', 'ended'),
  });
  fc.assert(
    fc.property(fc.array(anyPart, { minLength: 2, maxLength: 5 }), fc.nat(40), (all, overlap) => {
      const counted = ([of, percent]: [number, number]): Counts => [Math.round((of * percent) / 100), of];
      const parts = all.map(({ now, before, kind }) =>
        part(kind === 'ended' ? [0, 0] : counted(now), kind === 'new' ? [0, 0] : counted(before), {
          isNew: kind === 'new',
          isEnded: kind === 'ended',
        }),
      );
      const [now, before] = [shares(parts, 'now'), shares(parts, 'before')];
      if (now.of === 0 || before.of === 0) return;
      // Some people see several parts.
      const fewer = ({ count, of }: Share) =>
        shareOf(count, Math.max(count, Math.round(of * (1 - overlap / 100))));
      const whole = { now: fewer(now), before };
      const change = explainRate(ratesOf(parts, { whole }));
      if (!change?.cause) return;
      const { cause, total } = change;
      // In points of the whole; what rounding does is nobody's.
      const moves = (amount: number) => (10_000 * amount) / total;
      const ofPart = (one: RatePart) =>
        ((one.now.of / now.of + one.before.of / before.of) / 2) * (rateOf(one.now) - rateOf(one.before));
      const without = (one: Pick<RatePart, 'now' | 'before'>) => {
        const rest = (sum: Share, own: Share) => shareOf(sum.count - own.count, sum.of - own.of);
        return rateOf(rest(now, one.now)) - rateOf(rest(before, one.before));
      };
      const slack = 3 / Math.abs(total);
      const amounts = parts
        .filter(({ isNew, isEnded }) => !isNew && !isEnded)
        .map((one) => moves(ofPart(one)));
      if (cause.kind === 'part') {
        expect(moves(ofPart(cause.part))).toBeGreaterThanOrEqual(0.5 - slack);
        expect(moves(ofPart(cause.part))).toBeGreaterThanOrEqual(Math.max(...amounts) - slack);
      }
      const kinds = { mix: change.mix, own: change.own, 'several seen': change.rest };
      if (cause.kind === 'mix' || cause.kind === 'own' || cause.kind === 'several seen') {
        const amount = kinds[cause.kind] / total;
        expect(amount).toBeGreaterThanOrEqual(0.5);
        // No part does more; the sum of their own rates may be less than one of them.
        expect(amount).toBeGreaterThanOrEqual(
          Math.max(0, ...amounts.filter((one) => one >= 0.5 + slack)) - slack,
        );
      }
      if (cause.kind === 'began' || cause.kind === 'ended') {
        const own = moves(rateOf(now) - rateOf(before) - without(cause.part));
        if (parts.length > 1 && now.of > cause.part.now.of && before.of > cause.part.before.of)
          expect(own).toBeGreaterThanOrEqual(0.5 - slack);
        // It is on the side to which the rate moved.
        const side =
          cause.kind === 'began'
            ? rateOf(cause.part.now) - rateOf(before)
            : rateOf(before) - rateOf(cause.part.before);
        expect(side * total).toBeGreaterThan(0);
      }
    }),
    { numRuns: 1_000 },
  );
});

test('where two kinds explain at least half of a change, the larger one is the cause', () => {
  const parts = [part([400, 1_000], [120, 500]), part([20, 500], [40, 1_000])];
  // Who converted in both counts once.
  const whole = { now: shareOf(375, 1_500), before: sumOf(parts, 'before') };
  const { total, mix, own, cause } = explainRate(ratesOf(parts, { whole })) ?? { total: 1, mix: 0, own: 0 };
  expect([mix / total > 0.6, own / total > 0.5, mix > own]).toEqual([true, true, true]);
  expect(cause).toEqual({ kind: 'mix' });
});

test('without a change there is nothing to say', () => {
  expect(textOf(ratesOf([part([10, 100], [10, 100])]))).toBeUndefined();
  expect(textOf(ratesOf([part([10, 100], [0, 0])]))).toBeUndefined();
});
