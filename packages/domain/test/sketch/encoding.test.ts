import { describe, expect, test } from '@jest/globals';
import { Sketch } from '../../src/index.ts';
import { hex, visitorKeys } from '../support/visitors.ts';
import fc from 'fast-check';

const anySize = fc.oneof(
  fc.integer({ min: 0, max: 50 }),
  fc.integer({ min: 4_085, max: 4_105 }),
  fc.integer({ min: 0, max: 60_000 }),
);

const sizeOf = (visitors: number): number => Sketch.of(visitorKeys(1, 0, visitors)).encode().length;

describe('an encoded sketch', () => {
  test('decodes to the same sketch', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99 }), anySize, (seed, visitors) => {
        const sketch = Sketch.of(visitorKeys(seed, 0, visitors));
        const decoded = Sketch.decode(sketch.encode());
        expect(hex(decoded.encode())).toBe(hex(sketch.encode()));
        expect(decoded.estimate()).toBe(sketch.estimate());
      }),
    );
  });

  test('counts on after decoding', () => {
    fc.assert(
      fc.property(anySize, anySize, (first, second) => {
        const decoded = Sketch.decode(Sketch.of(visitorKeys(1, 0, first)).encode());
        decoded.add(visitorKeys(1, first, second));
        expect(hex(decoded.encode())).toBe(hex(Sketch.of(visitorKeys(1, 0, first + second)).encode()));
      }),
    );
  });

  test('decodes to the same sketch with every possible rank', () => {
    const everyRank = (rank: number, registers: number) =>
      Array.from({ length: registers }, (_, register) => ((register << 17) | rank) >>> 0);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 0, max: 16_384 }),
        (base, high, registers) => {
          const sketch = Sketch.of([...everyRank(base, 16_384), ...everyRank(high, registers)]);
          const decoded = Sketch.decode(sketch.encode());
          expect(hex(decoded.encode())).toBe(hex(sketch.encode()));
        },
      ),
      { numRuns: 40 },
    );
  });

  test('is dense above 4,096 entries', () => {
    const keys = Array.from({ length: 4_097 }, (_, entry) => (entry * 8_190 + 1) << 6);
    const modeOf = (entries: number) => Sketch.of(keys.slice(0, entries)).encode()[0];
    expect(modeOf(4_096)).toBe(0x10);
    expect(modeOf(4_097)).toBe(0x11);
  });

  test('takes 6 bytes when empty, about 3 per visitor for hundreds, and at most about 8 KiB', () => {
    expect(sizeOf(0)).toBe(6);
    expect(sizeOf(1)).toBeLessThanOrEqual(10);
    expect(sizeOf(100)).toBeLessThanOrEqual(307);
    expect(sizeOf(4_090)).toBeLessThanOrEqual(8_950);
    for (const visitors of [4_200, 50_000, 1_000_000]) expect(sizeOf(visitors)).toBeLessThanOrEqual(8_300);
  });

  test('keeps its format, because databases store it', () => {
    expect(hex(Sketch.empty().encode())).toBe('10000b1b00ae');
    expect(hex(Sketch.of([64, 128, 2_048 * 64 + 7]).encode())).toBe('10050100fd0f0733ff925c');
    const checksumOfDense = Sketch.of(visitorKeys(1, 0, 10_000))
      .encode()
      .slice(-4);
    expect(hex(checksumOfDense)).toBe('f5d204ba');
  });
});
