import { expect, test } from '@jest/globals';
import { verdictOf, verdictWords } from '../src/view/parts/badge.ts';
import type { Verdict } from '../src/view/answers/extras.ts';

const two = ['a', 'b'].map((variation, index) => ({ id: index + 1, variation, traffic_percentage: 50 }));
const three = [...two, { id: 3, variation: 'c', traffic_percentage: 10 }];
const wordsOf = (verdict: Verdict['verdict'], variants = two, id = 2) =>
  verdictWords({ campaign_id: 1, verdict, variant_id: id, text: '' }, variants);

test('a badge never says that an experiment is open which is to be ended, or has ended', () => {
  expect(wordsOf('no_difference')).toBe('No difference: keep either');
  expect(wordsOf('no_difference', three)).toBe('No difference: keep any');
  expect(wordsOf('ended')).toBe('Ended without a winner');
  expect(wordsOf('earns_most')).toBe('B earns most');
  expect(wordsOf('mixed')).toBe('Partly decided');
  expect(wordsOf('undecided')).toBe('Not decided yet');
  expect(wordsOf('winner')).toBe('B wins');
  expect(wordsOf('none')).toBeUndefined();
});

test('without extras the note of a campaign gives the same badge', () => {
  for (const [code, verdict] of [
    ['variants_no_difference', 'no_difference'],
    ['experiment_ended', 'ended'],
    ['variants_mixed', 'mixed'],
    ['variants_undecided', 'undecided'],
  ] as const)
    expect(verdictOf(1, undefined, [{ code, text: 'Text' }])?.verdict).toBe(verdict);
});

test('a verdict that only a newer server knows has no badge', () => {
  expect(wordsOf('something new' as Verdict['verdict'])).toBeUndefined();
});
