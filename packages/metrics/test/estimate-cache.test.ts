import { expect, test } from '@jest/globals';
import { knownEstimates, rememberEstimates, unionName } from '../src/rollups/estimate-cache.ts';

const subject = { database: 1, websiteId: 1, subjectId: 1 };
const read = { slot: 0, level: 'campaign', grain: 'day', start: 20_000, first: 1, last: 1 } as const;

test('a union is known until a bucket of it is written again', () => {
  const name = (revision: string) =>
    unionName(subject, [
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
  const name = unionName(subject, [one, other]);
  expect(unionName(subject, [other, one])).toBe(name);
  for (const different of [
    unionName({ ...subject, database: 2 }, [one, other]),
    unionName({ ...subject, websiteId: 2 }, [one, other]),
    unionName({ ...subject, subjectId: 2 }, [one, other]),
    unionName(subject, [one]),
    unionName(subject, [one, { ...other, read: { ...other.read, grain: 'week' } }]),
    unionName(subject, [{ ...one, read: { ...read, level: 'variant' } }, other]),
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
