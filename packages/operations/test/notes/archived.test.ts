import { expect, test } from '@jest/globals';
import { runningDay } from '../../src/extras/running-day.ts';
import type { Answered } from '../../src/notes/note.ts';
import { unfinishedWindow } from '../../src/notes/unfinished-window.ts';

const NOW = new Date('2026-11-14T12:00:00Z');

const answered = (data: Answered['body']['data'], input: Answered['input'] = {}): Answered => ({
  body: {
    timeframe: {
      selected: 'this_month',
      range_start: '2026-11-01T00:00:00Z',
      range_end: '2026-11-14T23:59:59Z',
      previous_range_start: null,
    },
    ...(data && { data }),
  },
  input,
  websites: [],
  now: NOW,
  background: {},
});

test('of an archived campaign, and of a list of them, no number still grows', () => {
  expect(unfinishedWindow(answered({ status: 'live' }))).toHaveLength(1);
  expect(unfinishedWindow(answered({ status: 'archived' }))).toEqual([]);
  expect(unfinishedWindow(answered({ campaigns: [] }, { status: 'all' }))).toHaveLength(1);
  expect(unfinishedWindow(answered({ campaigns: [] }, { status: 'archived' }))).toEqual([]);
  const timeseries = { group_by: 'day' as const, points: [] };
  expect(runningDay(answered({ status: 'live', timeseries }))).toEqual({ running_day: '2026-11-14' });
  expect(runningDay(answered({ status: 'archived', timeseries }))).toEqual({});
});
