import { expect, test } from '@jest/globals';
import { createClock } from '../src/index.ts';

const wallClock = () => new Date('2026-11-14T12:00:00Z');

test('a fixed clock always returns the same time, even if a caller changes the returned Date', () => {
  const clock = createClock(new Date('2026-01-02T03:04:05Z'), wallClock);
  clock().setUTCFullYear(1999);
  expect(clock()).toEqual(new Date('2026-01-02T03:04:05Z'));
});

test('returns the wall clock by default', () => {
  expect(createClock(undefined, wallClock)()).toEqual(wallClock());
});
