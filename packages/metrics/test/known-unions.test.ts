import { expect, test } from '@jest/globals';
import { Memory } from '@funnel/db';
import { Sketch, visitorKey } from '@funnel/domain';
import { KnownUnions, unionName } from '../src/rollups/known-unions.ts';

const subject = { websiteId: 1, subjectId: 1 };
const read = { slot: 0, level: 'campaign', grain: 'day', start: 20_000, first: 1, last: 1 } as const;

test('a union is known until a bucket of it is written again', () => {
  const name = (revision: string) =>
    unionName(subject, [
      { read, revision },
      { read: { ...read, start: 1 }, revision: '5' },
    ]);
  const known = new KnownUnions(new Memory());
  known.remember(name('7'), { estimates: { views: 3 }, unions: {} });
  expect(known.estimates(name('7'))).toEqual({ views: 3 });
  expect(known.estimates(name('8'))).toBeUndefined();
});

test('the order of the buckets does not matter, but everything else does', () => {
  const other = { read: { ...read, start: 1 }, revision: '2' };
  const one = { read, revision: '1' };
  const name = unionName(subject, [one, other]);
  expect(unionName(subject, [other, one])).toBe(name);
  for (const different of [
    unionName({ ...subject, websiteId: 2 }, [one, other]),
    unionName({ ...subject, subjectId: 2 }, [one, other]),
    unionName(subject, [one]),
    unionName(subject, [one, { ...other, read: { ...other.read, grain: 'week' } }]),
    unionName(subject, [{ ...one, read: { ...read, level: 'variant' } }, other]),
  ])
    expect(different).not.toBe(name);
});

test('metrics that were asked for later are added', () => {
  const known = new KnownUnions(new Memory());
  const union = Sketch.of([visitorKey('0190c3f2-7b1e-7cc3-98c4-dc0c0c07398f')]);
  known.remember('a union', { estimates: { views: 3 }, unions: {} });
  known.remember('a union', { estimates: { conversions: 1 }, unions: { submissions: union } });
  expect(known.estimates('a union')).toEqual({ views: 3, conversions: 1 });
  expect(known.unions('a union')).toEqual({ submissions: union });
});

test('large unions take as much room as they need', () => {
  const memory = new Memory();
  const known = new KnownUnions(memory);
  const bytesOfUnions = () => memory.use().find(({ name }) => name === 'unions')?.bytes ?? 0;
  const manyVisitors = Sketch.of(Array.from({ length: 20_000 }, (_, n) => visitorKey(uuidOf(n))));
  for (let n = 0; n < 5_000; n += 1)
    known.remember(`union ${n}`, { estimates: {}, unions: { views: manyVisitors } });
  expect(bytesOfUnions()).toBeGreaterThan(30_000_000);
  expect(bytesOfUnions()).toBeLessThanOrEqual(32_000_000);
  expect(known.unions('union 0')).toBeUndefined();
  expect(known.unions('union 4999')).toEqual({ views: manyVisitors });
});

const uuidOf = (n: number) => `0190c3f2-7b1e-7cc3-98c4-${n.toString(16).padStart(12, '0')}`;
