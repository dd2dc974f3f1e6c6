import { expect, test } from '@jest/globals';
import { rememberGap, unlikelySilence } from '../../src/watch/silence.ts';

test('a silence is unlikely if it is much longer than those before', () => {
  const dailyEvents = Array.from({ length: 14 }, () => 2_400);
  const gaps = Array.from({ length: 8 }, () => 1);
  expect(unlikelySilence({ silentHours: 3, gaps, dailyEvents })).toEqual(300);
  expect(unlikelySilence({ silentHours: 1.5, gaps, dailyEvents })).toEqual(undefined);
  expect(unlikelySilence({ silentHours: 3, gaps: [...gaps, 8], dailyEvents })).toEqual(undefined);
  // Nobody knows its nights yet.
  expect(unlikelySilence({ silentHours: 10, gaps: [1], dailyEvents })).toBeUndefined();
  expect(unlikelySilence({ silentHours: 15, gaps: [1], dailyEvents })).toBe(1500);
  const weekdays = dailyEvents.map((events, day) => (day % 7 < 2 ? 0 : events));
  expect(unlikelySilence({ silentHours: 15, gaps: [1], dailyEvents: weekdays })).toBeUndefined();
  expect(unlikelySilence({ silentHours: 3, gaps, dailyEvents: dailyEvents.map(() => 24) })).toBeUndefined();
});

test('the longest silence of each day is remembered', () => {
  expect(rememberGap([10, 20], { minutes: 30, isNewDay: false })).toEqual([10, 30]);
  expect(rememberGap([10, 20], { minutes: 5, isNewDay: true })).toEqual([10, 20, 5]);
});
