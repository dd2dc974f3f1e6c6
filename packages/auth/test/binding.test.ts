import { describe, expect, test } from '@jest/globals';
import { readBinding, readCampaigns } from '../src/binding.ts';
import fc from 'fast-check';

describe('readBinding', () => {
  test.each([
    ['an array of ids', [2, 1], [1, 2]],
    ['repeats', [1, 1], [1]],
    ['the largest id', [2_147_483_647], [2_147_483_647]],
    ['a missing claim', undefined, []],
    ['null', null, []],
    ['an empty array', [], []],
    ['a single number', 1, []],
    ['a string', '1', []],
    ['an asterisk', '*', []],
    ['a list with an asterisk', ['*'], []],
    ['numbers as strings', ['1'], []],
    ['zero', [0], []],
    ['a negative id', [-1], []],
    ['a fraction', [1.5], []],
    ['an id beyond the range', [2_147_483_648], []],
    ['one malformed entry among valid ones', [1, 'x'], []],
    ['a nested array', [[1]], []],
    ['an object', { 0: 1, length: 1 }, []],
    ['true', true, []],
  ])('reads %s', (_what, claim, expected) => {
    expect(readBinding({ website_ids: claim }, 'website_ids')).toEqual(expected);
  });

  test('reads the claim by its configured name and ignores inherited properties', () => {
    const claims = { 'https://example.com/sites': [4], website_ids: [1] };
    expect(readBinding(claims, 'https://example.com/sites')).toEqual([4]);
    expect(readBinding(claims, 'constructor')).toEqual([]);
    expect(readBinding(claims, '__proto__')).toEqual([]);
  });

  test('returns only valid ids that the claim lists, for any claim', () => {
    const entry = fc.oneof(fc.integer(), fc.integer({ min: 1, max: 50 }), fc.anything());
    const claim = fc.oneof(fc.array(entry), fc.array(fc.integer({ min: 1 })), fc.anything());
    fc.assert(
      fc.property(claim, (value) => {
        const listed = new Set<unknown>(Array.isArray(value) ? value : []);
        for (const id of readBinding({ website_ids: value }, 'website_ids')) {
          expect(Number.isInteger(id) && id >= 1 && id <= 2_147_483_647 && listed.has(id)).toBe(true);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

test.each([
  ['no claim', {}, undefined],
  ['null', { campaign_ids: null }, undefined],
  ['campaigns', { campaign_ids: [7, 3] }, [7, 3]],
  ['none', { campaign_ids: [] }, []],
  ['a single number', { campaign_ids: 7 }, []],
  ['a text', { campaign_ids: '*' }, []],
  ['one malformed entry', { campaign_ids: [7, '*'] }, []],
])(
  'a token with %s is limited to these campaigns: malformed claims never open more',
  (_what, claims, expected) => {
    expect(readCampaigns(claims)).toEqual(expected);
  },
);
