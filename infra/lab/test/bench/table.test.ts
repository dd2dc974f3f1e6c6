import { expect, test } from '@jest/globals';
import { formatValue, isKept, type Row, tableOf } from '../../src/bench/report/table.ts';
import { spreadOf } from '../../src/bench/measure/statistics.ts';

const single = (value: number) => spreadOf([value]);
const row = (changes: Partial<Row>): Row => ({
  what: 'a report',
  against: 'the floor',
  unit: 'times',
  measured: single(0.3),
  detail: '3 ms against 10 ms',
  ...changes,
});

test.each([
  [{ target: { atMost: 0.5 } }, true],
  [{ target: { atMost: 0.3 } }, true],
  [{ target: { atMost: 0.2 } }, false],
  [{ target: { atLeast: 0.2 } }, true],
  [{ target: { atLeast: 0.4 } }, false],
  [{ target: { atMost: 0.2 }, measured: null }, true],
  [{ target: { atMost: 0.2 }, measured: single(Number.NaN) }, false],
  [{}, undefined],
])('%j: kept is %s', (changes, kept) => {
  expect(isKept(row(changes))).toBe(kept);
});

test.each([
  [0.0712, 'times', '0.071'],
  [0.456, 'times', '0.46'],
  [12.34, 'ms', '12.3 ms'],
  [123_456, 'requests', '123,456'],
  [917, 'requests/s', '917/s'],
  [141, 'MB', '141 MB'],
  [447.6, 'µs', '448 µs'],
  [64.2, 'bytes', '64.2 bytes'],
] as const)('%d in %s is shown as %s', (value, unit, text) => {
  expect(formatValue(value, unit)).toBe(text);
});

test('the table is aligned, and shows target, spread and verdict', () => {
  const rows = [
    row({ target: { atMost: 0.5 }, measured: { median: 0.3, low: 0.2, high: 0.4 } }),
    row({ what: 'another report', target: { atLeast: 0.6 } }),
    row({ what: 'refusals', measured: null, target: { atMost: 100 }, unit: 'ms' }),
  ];
  const lines = tableOf(rows).split('\n');
  expect(new Set(lines.map((line) => line.length)).size).toBe(1);
  expect(lines[2]).toMatch(
    /\| a report +\| the floor .*at most 0\.50 +\| 0\.30 +\| 0\.20 to 0\.40 +\| ok +\|/,
  );
  expect(lines[3]).toMatch(/at least 0\.60 +\| 0\.30 +\| +\| missed +\|/);
  expect(lines[4]).toMatch(/at most 100 ms +\| none +\| +\| ok +\|/);
});
