import { describe, expect, test } from '@jest/globals';
import { Chance } from '@funnel/testing';
import type { Answered, Note } from '../../src/notes/note.ts';
import type { NotedVariant } from '../../src/notes/report-body.ts';
import { splitMismatch } from '../../src/notes/split-mismatch.ts';
import { verdicts } from '../../src/notes/verdicts.ts';

/** 400 by default; the command in docs/reference/notes.md asks for more. */
const ANSWERS = Number(process.env['VERDICT_ANSWERS'] ?? 400);

const variant = (index: number, views: number, conversions: number, traffic = 50): NotedVariant => ({
  id: index + 1,
  variation: 'abcdefgh'.charAt(index),
  traffic_percentage: traffic,
  metrics: { views, conversions, conversion_rate: 0 },
});

function answered(experiments: NotedVariant[][], input: Record<string, unknown> = {}): Answered {
  const data = {
    experiments: experiments.map((variants, index) => ({ campaign_name: `Offer ${index + 1}`, variants })),
  };
  return { body: { data }, input, websites: [], now: new Date(0), background: {} };
}

const codes = (notes: Note[]) => notes.map(({ code }) => code);
const DECIDED = new Set(['variant_wins', 'variant_loses']);
const isDecided = ({ code, text }: Note) => DECIDED.has(code) || /\d decided|Some other pairs/.test(text);

describe(`in ${ANSWERS} answers of pure noise`, () => {
  /** An answer has one to 25 experiments of variants with the same rate, split as configured. */
  function noise(chance: Chance): NotedVariant[][] {
    return Array.from({ length: chance.whole(1, 25) }, () => {
      const rate = chance.logUniform(0.003, 0.7);
      const viewers = Math.round(chance.logUniform(100, 300_000));
      const count = chance.whole(2, 4);
      const traffic = Math.floor(100 / count);
      let left = viewers;
      return Array.from({ length: count }, (_, index) => {
        const seen = index === count - 1 ? left : chance.binomial(left, 1 / (count - index));
        left -= seen;
        const converted = Math.min(seen, chance.binomial(seen, rate));
        return variant(index, chance.sketched(seen), chance.sketched(converted), traffic);
      });
    });
  }

  test('at most 1 % name a winner, and at most 1 % a split that is not as configured', () => {
    const chance = new Chance(18_018);
    let [named, mismatched] = [0, 0];
    for (let answer = 0; answer < ANSWERS; answer++) {
      const experiments = answered(noise(chance));
      if (verdicts(experiments).some(isDecided)) named += 1;
      if (splitMismatch(experiments).length > 0) mismatched += 1;
    }
    expect({ named: named / ANSWERS <= 0.01, mismatched: mismatched / ANSWERS <= 0.01 }).toEqual({
      named: true,
      mismatched: true,
    });
  });
});

test('a winner comes with rates, points and interval; the interval widens with the number of variants', () => {
  const [note] = verdicts(answered([[variant(0, 1_350, 135), variant(1, 1_330, 217)]]));
  expect(note).toEqual({
    code: 'variant_wins',
    text: '“Offer 1”: B converts 16.32 % of 1,330 viewers, A 10 % of 1,350: +6.32 points (95 % interval +3.77 to +8.87), beyond chance.',
  });
  const three = [variant(0, 1_350, 135, 34), variant(1, 1_330, 217, 33), variant(2, 1_340, 130, 33)];
  const [of3] = verdicts(answered([three]));
  expect(of3?.text).toContain('(95 % interval +3.2');
  expect(of3?.text).toContain('It also beats the other 1.');
});

test('a variant that is worse than all others loses', () => {
  const three = [variant(0, 2_000, 300), variant(1, 2_000, 310), variant(2, 2_000, 150)];
  const [note] = verdicts(answered([three]));
  expect(note?.code).toBe('variant_loses');
  expect(note?.text).toMatch(/^“Offer 1”: C converts 7.5 % of 2,000 viewers, A 15 %.*: -7.5 points/);
});

test('an open experiment says how many more viewers it takes, or that no number will do', () => {
  const [open, equal, hidden] = verdicts(
    answered([
      [variant(0, 1_000, 100), variant(1, 1_000, 118)],
      [variant(0, 1_000, 100), variant(1, 1_000, 100)],
      [variant(0, 90_000, 9_000), variant(1, 90_000, 9_050)],
    ]),
  );
  expect([open, equal, hidden].map((note) => note?.code)).toEqual(Array(3).fill('variants_undecided'));
  expect(open?.text).toMatch(
    /not beyond chance yet\. If the difference stays, about [\d,]+00 more viewers per variant/,
  );
  expect(equal?.text).toContain('There is no difference so far.');
  expect(hidden?.text).toContain('stays hidden in the error of estimated counts');
});

test('says nothing about too little data, events, and rates above 100 %', () => {
  const few = [variant(0, 40, 4), variant(1, 500, 50)];
  expect(codes(verdicts(answered([few])))).toEqual(['variants_too_few']);
  const many = [variant(0, 4_000, 400), variant(1, 4_000, 900)];
  expect(codes(verdicts(answered([many], { count_type: 'total' })))).toEqual(['no_verdict']);
  expect(codes(verdicts(answered([[variant(0, 100, 400), variant(1, 400, 90)]])))).toEqual(['no_verdict']);
  expect(verdicts(answered([[variant(0, 4_000, 400), variant(1, 4_000, 900, 0)]]))).toEqual([]);
});

test('decided experiments come first, and those beyond the first three are counted', () => {
  const tie = [variant(0, 1_000, 100), variant(1, 1_000, 101)];
  const few = [variant(0, 10, 1), variant(1, 10, 1)];
  const win = [variant(0, 1_000, 100), variant(1, 1_000, 300)];
  const notes = verdicts(answered([tie, few, win, tie, few]));
  expect(codes(notes)).toEqual([
    'variant_wins',
    'variants_undecided',
    'variants_undecided',
    'other_experiments',
  ]);
  expect(notes.at(-1)?.text).toBe('Other experiments: 2 with too few viewers to compare.');
});

test('a split that is not as configured is named, with both shares', () => {
  const even = [variant(0, 1_010, 100), variant(1, 990, 100)];
  const odd = [variant(0, 700, 70, 50), variant(1, 1_300, 130, 50)];
  const planned = [variant(0, 500, 70, 25), variant(1, 1_500, 130, 75)];
  const notes = splitMismatch(answered([even, odd, planned]));
  expect(notes).toEqual([{ code: 'split_mismatch', text: expect.stringContaining('“Offer 2”: variant') }]);
  expect(notes[0]?.text).toMatch(/A got 35 % of the viewers, not 50 % as configured/);
  expect(splitMismatch(answered([odd], { count_type: 'total' }))).toEqual([]);
});
