import { expect, test } from '@jest/globals';
import { comparedText } from '../src/view/compared-text.ts';
import type { Changed, Comparison } from '../src/view/extras.ts';

const TEXT = '8 to 13 November against 1 to 6 November';
const DAYS: Comparison = { text: TEXT, base: { start: '2026-11-01', end: '2026-11-06' } };
const same: Changed = { changes: {}, beyond_chance: {} };
const fresh: Changed = { ...same, new_since: '2026-11-05' };

test('a list says among how many of its entries grey could be chance: those that are not new', () => {
  const parts = { 1: same, 2: same, 3: fresh, 4: same };
  expect(comparedText({ ...DAYS, parts }, 'websites')).toBe(
    `Changes: ${TEXT}. Grey could be chance among 3 websites.`,
  );
  expect(comparedText({ ...DAYS, parts: { 1: same } }, 'websites')).toBe(
    `Changes: ${TEXT}. Grey could be chance.`,
  );
  expect(comparedText({ ...DAYS, parts })).toBe(`Changes: ${TEXT}. Grey could be chance.`);
});

test('where nothing is compared, it says why', () => {
  expect(comparedText({ text: 'Nothing comes before these days.' }, 'campaigns')).toBe(
    'Nothing comes before these days.',
  );
});
