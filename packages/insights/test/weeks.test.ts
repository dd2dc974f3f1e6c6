import { formatDay, parseDay } from '@funnel/domain';
import { expect, test } from '@jest/globals';
import { isMonday, lastFullWeek, newestDueWeek, WEEKLY } from '../src/index.ts';
import { lateWeek } from '../src/weeks.ts';

test.each([
  ['2026-11-15T23:59:59Z', '2026-11-02', '2026-11-02'],
  ['2026-11-16T00:00:00Z', '2026-11-09', '2026-11-02'],
  ['2026-11-16T02:59:59Z', '2026-11-09', '2026-11-02'],
  ['2026-11-16T03:00:00Z', '2026-11-09', '2026-11-09'],
  ['2026-11-22T23:59:59Z', '2026-11-09', '2026-11-09'],
  ['2027-01-04T03:00:00Z', '2026-12-28', '2026-12-28'],
])('at %s the last full week is %s and the newest due week is %s', (now, full, due) => {
  expect(formatDay(lastFullWeek(new Date(now)))).toBe(full);
  expect(formatDay(newestDueWeek(new Date(now)))).toBe(due);
});

test('a snapshot is late six hours after it was due', () => {
  expect(formatDay(lateWeek(new Date('2026-11-16T08:59:59Z')))).toBe('2026-11-02');
  expect(formatDay(lateWeek(new Date('2026-11-16T09:00:00Z')))).toBe('2026-11-09');
});

test('isMonday is true for Mondays only', () => {
  const week = ['2026-11-09', '2026-11-10', '2026-11-15', '2026-11-16'];
  expect(week.map((text) => isMonday(parseDay(text) ?? 0))).toEqual([true, false, false, true]);
});

test('snapshots are written on Mondays at 03:00', () => {
  expect(WEEKLY).toBe('0 3 * * 1');
});
