import { expect, test } from '@jest/globals';
import { knownEstimates, rememberEstimates, unionName } from '../src/rollups/estimate-cache.ts';

const read = { slot: 0, level: 'campaign', grain: 'day', start: 20_000, first: 1, last: 1 } as const;

test('a union is known until a bucket of it is written again', () => {
  const name = (revision: string) =>
    unionName(1, 1, [
      { read, revision },
      { read: { ...read, start: 1 }, revision: '5' },
    ]);
  rememberEstimates(name('7'), { views: 3 });
  expect(knownEstimates(name('7'))).toEqual({ views: 3 });
  expect(knownEstimates(name('8'))).toBeUndefined();
});

test('the order of the buckets does not matter, but everything else does', () => {
  const other = { read: { ...read, start: 1 }, revision: '2' };
  const one = { read, revision: '1' };
  const name = unionName(1, 1, [one, other]);
  expect(unionName(1, 1, [other, one])).toBe(name);
  for (const different of [
    unionName(2, 1, [one, other]),
    unionName(1, 2, [one, other]),
    unionName(1, 1, [one]),
    unionName(1, 1, [one, { ...other, read: { ...other.read, grain: 'week' } }]),
    unionName(1, 1, [{ ...one, read: { ...read, level: 'variant' } }, other]),
  ])
    expect(different).not.toBe(name);
});

test('metrics that were asked for later are added', () => {
  rememberEstimates('a union', { views: 3 });
  rememberEstimates('a union', { conversions: 1 });
  expect(knownEstimates('a union')).toEqual({ views: 3, conversions: 1 });
});

test('the least recently used are forgotten', () => {
  rememberEstimates('used', { views: 1 });
  rememberEstimates('unused', { views: 1 });
  for (let n = 0; n < 60_000; n++) {
    rememberEstimates(`union ${n}`, { views: n });
    knownEstimates('used');
  }
  expect(knownEstimates('used')).toEqual({ views: 1 });
  expect(knownEstimates('unused')).toBeUndefined();
  expect(knownEstimates('union 59999')).toEqual({ views: 59_999 });
});
