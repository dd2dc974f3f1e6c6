import { describe, expect, test } from '@jest/globals';
import { Sketch, STANDARD_ERROR as STATED_ERROR, unionUpperBound } from '../../src/index.ts';
import { visitorKeys } from '../support/visitors.ts';

/** The theory of HyperLogLog with 2^14 registers. */
const STANDARD_ERROR = 1.04 / Math.sqrt(2 ** 14);
const CHECKPOINTS = [
  10, 50, 100, 500, 1_000, 2_000, 4_000, 4_200, 5_000, 7_000, 10_000, 15_000, 20_000, 30_000, 40_000, 60_000,
  80_000, 100_000, 150_000, 250_000, 400_000, 700_000, 1_000_000, 2_000_000, 3_500_000, 5_000_000,
];

const errorOf = (seed: number, visitors: number): number =>
  Sketch.of(visitorKeys(seed, 0, visitors)).estimate() / visitors - 1;

test('STANDARD_ERROR is the theoretical error, rounded', () => {
  expect(STATED_ERROR).toBeCloseTo(STANDARD_ERROR, 4);
});

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);

describe.each([1, 2, 3, 4])('a sketch that grows from 10 to 5,000,000 visitors (population %i)', (seed) => {
  test('stays within three standard errors at every checkpoint', () => {
    const sketch = Sketch.empty();
    let grown = 0;
    const tooFar = [];
    for (const visitors of CHECKPOINTS) {
      while (grown < visitors) {
        const batch = Math.min(visitors - grown, 100_000);
        sketch.add(visitorKeys(seed, grown, batch));
        grown += batch;
      }
      const error = sketch.estimate() / visitors - 1;
      if (Math.abs(error) > 3 * STANDARD_ERROR) tooFar.push({ visitors, error });
    }
    expect(tooFar).toEqual([]);
  });
});

test.each([6_000, 20_000, 45_000, 120_000])(
  'over many sets of %i visitors the error is unbiased and about 0.81 %%',
  (visitors) => {
    const sets = visitors > 50_000 ? 60 : 120;
    const errors = Array.from({ length: sets }, (_, set) => errorOf(1_000 + set, visitors));
    const bias = sum(errors) / sets;
    const spread = Math.sqrt(sum(errors.map((error) => error ** 2)) / sets);
    expect(Math.abs(bias)).toBeLessThan((3 * STANDARD_ERROR) / Math.sqrt(sets));
    expect(spread).toBeLessThan(STANDARD_ERROR * 1.2);
  },
);

test('below 2,000 visitors the estimate is off by 2 at most, and usually exact', () => {
  const misses = [];
  const sets = 400;
  for (let set = 0; set < sets; set++) {
    const visitors = 1 + set * 5;
    const miss = Math.abs(Sketch.of(visitorKeys(5_000 + set, 0, visitors)).estimate() - visitors);
    if (miss > 0) misses.push(miss);
  }
  expect(Math.max(0, ...misses)).toBeLessThanOrEqual(2);
  expect(misses.length).toBeLessThan(sets * 0.1);
});

test('up to the limit of a sparse sketch the estimate is off by 4 at most', () => {
  const misses = Array.from({ length: 50 }, (_, set) =>
    Math.abs(Sketch.of(visitorKeys(9_000 + set, 0, 4_000)).estimate() - 4_000),
  );
  expect(Math.max(...misses)).toBeLessThanOrEqual(4);
});

test('an estimate is a whole number, and 0 for an empty sketch', () => {
  expect(Sketch.empty().estimate()).toBe(0);
  for (const visitors of [1, 3_000, 50_000]) {
    expect(Number.isInteger(Sketch.of(visitorKeys(1, 0, visitors)).estimate())).toBe(true);
  }
});

test('no union is estimated above the upper bound that its parts give', () => {
  const above = [];
  for (let round = 0; round < 120; round++) {
    const parts = 1 + (round % 8);
    const visitors = Math.round(10 * 1.08 ** round);
    const sketches = Array.from({ length: parts }, (_, part) => {
      // From no overlap to complete overlap.
      const from = Math.round((part * visitors * (round % 5)) / 4);
      return Sketch.of(visitorKeys(20_000 + round, from, visitors));
    });
    const bound = unionUpperBound(sum(sketches.map((sketch) => sketch.estimate())), parts);
    const union = Sketch.empty();
    for (const sketch of sketches) union.merge(sketch);
    if (union.estimate() > bound) above.push({ parts, visitors, estimate: union.estimate(), bound });
  }
  expect(above).toEqual([]);
});
