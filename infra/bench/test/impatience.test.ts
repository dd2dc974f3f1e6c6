import { expect, test } from '@jest/globals';
import { crowdRows } from '../src/sections/impatience.ts';
import { isKept } from '../src/report/table.ts';
import type { LoadResult } from '../src/measure/http-callers.ts';

const loadOf = (answers: number, refusals: number, others: Record<string, number> = {}): LoadResult => ({
  seconds: 1,
  perSecond: answers,
  statuses: { '200': answers, '503 overloaded': refusals, ...others },
  answeredMs: Array.from({ length: answers }, () => 500),
  refusedMs: Array.from({ length: refusals }, () => 20),
});
const rowsOf = (patient: LoadResult, impatient: LoadResult, keepAlive = true) =>
  crowdRows('a crowd', [{ patient, impatient }], {
    allWait: [loadOf(400, 10)],
    crowd: { patient: 10, impatient: 30 },
    keepAlive,
  });
const rowOf = (rows: ReturnType<typeof rowsOf>, part: string) => rows.find(({ what }) => what.includes(part));

test('those that wait keep their share, for each of them', () => {
  const fair = rowOf(rowsOf(loadOf(100, 5), loadOf(300, 5)), 'answers of each');
  expect(fair?.measured?.median).toBeCloseTo(1);
  expect(fair && isKept(fair)).toBe(true);
  const starved = rowOf(rowsOf(loadOf(20, 5), loadOf(380, 5)), 'answers of each');
  expect(starved && isKept(starved)).toBe(false);
});

test('the pace of all together is compared with that of as many that all wait', () => {
  const pace = rowOf(rowsOf(loadOf(50, 5), loadOf(150, 5)), 'pace of all');
  expect(pace?.measured?.median).toBeCloseTo(0.5);
  expect(pace && isKept(pace)).toBe(false);
});

test('what is neither answered nor refused misses a target, whoever sent it', () => {
  const lost = rowOf(rowsOf(loadOf(100, 5), loadOf(300, 5, { 'no answer: ECONNRESET': 1 })), 'neither');
  expect(lost && isKept(lost)).toBe(false);
});

test('how long those wait that connect anew is for information', () => {
  const rows = rowsOf(loadOf(100, 5), loadOf(300, 5), false);
  expect(rows.filter(({ what }) => what.includes('do not')).map(({ target }) => target)).toEqual([
    undefined,
    undefined,
  ]);
});
