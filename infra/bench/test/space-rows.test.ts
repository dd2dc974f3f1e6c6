import { expect, test } from '@jest/globals';
import { isKept } from '../src/performance/report/table.ts';
import { spaceRows } from '../src/scale/space-rows.ts';

const resultOf = (visitors: number, changes = {}) => ({
  website: 'one of each' as const,
  visitors,
  folds: 1,
  days: 28,
  events: 28_000,
  rollups: 100,
  totalsBytesPerDay: 64_000,
  totalsBytesPerEvent: 64,
  ledgerBytesPerEvent: 59,
  pendingBytesPerEvent: 150,
  foldWorkerMs: 10,
  foldPostgresMs: 10,
  logBytesPerFold: 1_000,
  ...changes,
});

test('totals are shared by the events of a day, and the ledger has each of them', () => {
  const rows = spaceRows([resultOf(1_000)]);
  expect(rows.map(({ measured }) => measured?.median)).toEqual([64, 59]);
  expect(rows.map((row) => isKept(row))).toEqual([true, true]);
});

test('an event of a website with 1,000 visitors that takes more misses a target', () => {
  const rows = spaceRows([resultOf(1_000, { totalsBytesPerEvent: 66, ledgerBytesPerEvent: 61 })]);
  expect(rows.map((row) => isKept(row))).toEqual([false, false]);
});

test('other websites are for information, and one that is folded more often is the same website', () => {
  expect(spaceRows([resultOf(10), resultOf(1_000, { folds: 24 })]).map((row) => isKept(row))).toEqual([
    undefined,
    undefined,
  ]);
});
