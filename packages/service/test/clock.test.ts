import { expect, test } from '@jest/globals';
import { createClock } from '../src/index.ts';

const wallClock = () => new Date('2026-11-14T12:00:00Z');

test('tells the pinned instant, however often it is asked and whatever is done to the answer', () => {
  const clock = createClock(new Date('2026-01-02T03:04:05Z'), wallClock);
  clock().setUTCFullYear(1999);
  expect(clock()).toEqual(new Date('2026-01-02T03:04:05Z'));
});

test('tells the wall clock when nothing is pinned', () => {
  expect(createClock(undefined, wallClock)()).toEqual(wallClock());
});
