import { describe, expect, test } from '@jest/globals';
import { estimateUnion, Sketch } from '../../src/index.ts';
import { hex, visitorKeys } from '../support/visitors.ts';
import fc from 'fast-check';

/** Each run makes sets of thousands of visitors. */
const RUNS = { numRuns: 25 };

const VISITORS = visitorKeys(1, 0, 50_000);

/** Numbered visitors. The sets overlap, and many have about as many entries as the limit of a sparse sketch. */
const anyVisitors = fc
  .tuple(
    fc.constantFrom(0, 3_000, 4_090, 20_000),
    fc.oneof(
      fc.integer({ min: 0, max: 40 }),
      fc.integer({ min: 4_080, max: 4_110 }),
      fc.integer({ min: 0, max: 30_000 }),
    ),
  )
  .map(([from, count]) => VISITORS.subarray(from, from + count));

/** The visitors of all sets. */
function joined(sets: readonly Int32Array[]): Int32Array {
  const all = new Int32Array(sets.reduce((total, { length }) => total + length, 0));
  let at = 0;
  for (const set of sets) {
    all.set(set, at);
    at += set.length;
  }
  return all;
}

const bytesOf = (...sets: Int32Array[]): string => hex(Sketch.of(joined(sets)).encode());

const merged = (...sets: Int32Array[]): Sketch => {
  const sketch = Sketch.empty();
  for (const set of sets) sketch.merge(Sketch.of(set));
  return sketch;
};

const concatenated = (sets: Int32Array[]): Uint8Array =>
  Buffer.concat(sets.map((set) => Sketch.of(set).encode()));

test('estimateUnion of concatenated sketches equals the estimate of their union', () => {
  fc.assert(
    fc.property(fc.array(anyVisitors, { maxLength: 6 }), (sets) => {
      const bytes = concatenated(sets);
      const estimate = Sketch.of(joined(sets)).estimate();
      // Whatever the stated length says about the union.
      for (const length of [undefined, bytes.length, 1_000_000])
        expect(estimateUnion([bytes], length)).toBe(estimate);
    }),
    RUNS,
  );
});

describe('merging sketches', () => {
  test('equals the sketch of the union, byte for byte', () => {
    fc.assert(
      fc.property(anyVisitors, anyVisitors, (a, b) => {
        expect(hex(merged(a, b).encode())).toBe(bytesOf(a, b));
      }),
      RUNS,
    );
  });

  test('is commutative', () => {
    fc.assert(
      fc.property(anyVisitors, anyVisitors, (a, b) => {
        expect(hex(merged(a, b).encode())).toBe(hex(merged(b, a).encode()));
      }),
      RUNS,
    );
  });

  test('is associative', () => {
    fc.assert(
      fc.property(anyVisitors, anyVisitors, anyVisitors, (a, b, c) => {
        const right = Sketch.of(a);
        right.merge(merged(b, c));
        expect(hex(merged(a, b, c).encode())).toBe(hex(right.encode()));
      }),
      RUNS,
    );
  });

  test('is idempotent and reports no change', () => {
    fc.assert(
      fc.property(anyVisitors, (a) => {
        const sketch = Sketch.of(a);
        expect(sketch.merge(sketch)).toBe(false);
        expect(sketch.merge(Sketch.of(a))).toBe(false);
        expect(hex(sketch.encode())).toBe(bytesOf(a));
      }),
      RUNS,
    );
  });

  test('does not modify the other sketch', () => {
    fc.assert(
      fc.property(anyVisitors, anyVisitors, (a, b) => {
        const [into, other] = [Sketch.of(a), Sketch.of(b)];
        into.merge(other);
        into.add(visitorKeys(2, 0, 10));
        expect(hex(other.encode())).toBe(bytesOf(b));
      }),
      RUNS,
    );
  });

  test('reports a change exactly when the bytes change', () => {
    fc.assert(
      fc.property(anyVisitors, anyVisitors, (a, b) => {
        const sketch = Sketch.of(a);
        expect(sketch.merge(Sketch.of(b))).toBe(bytesOf(a) !== bytesOf(a, b));
      }),
      RUNS,
    );
  });
});

test('becoming dense is a change even if no register changes', () => {
  const highest = [0, 1, 2].map((register) => (register << 17) | 40);
  const manyOfThreeRegisters = Array.from({ length: 6_143 }, (_, at) => at + 1)
    .filter((index) => index % 2_048 !== 0)
    .map((index) => index << 6);
  const sketch = Sketch.of(highest);
  expect(sketch.merge(Sketch.of(manyOfThreeRegisters))).toBe(true);
  expect(hex(sketch.encode())).toBe(hex(Sketch.of([...highest, ...manyOfThreeRegisters]).encode()));
});

describe('Sketch.union', () => {
  test('of concatenated sketches equals the sketch of all their visitors', () => {
    fc.assert(
      fc.property(fc.array(anyVisitors, { maxLength: 6 }), (sets) => {
        expect(hex(Sketch.union(concatenated(sets)).encode())).toBe(bytesOf(...sets));
      }),
      RUNS,
    );
  });

  test('of no bytes is the empty sketch', () => {
    expect(Sketch.union(new Uint8Array()).estimate()).toBe(0);
    expect(hex(Sketch.union(new Uint8Array()).encode())).toBe(hex(Sketch.empty().encode()));
  });

  test('reads a view into a larger buffer', () => {
    const encoding = concatenated([visitorKeys(1, 0, 5_000), visitorKeys(1, 0, 50)]);
    const larger = new Uint8Array(encoding.length + 7);
    larger.set(encoding, 3);
    expect(Sketch.union(larger.subarray(3, 3 + encoding.length)).estimate()).toBe(
      Sketch.union(encoding).estimate(),
    );
  });

  test('contains every one of thousands of small sketches', () => {
    const days = Array.from({ length: 3_000 }, (_, day) => visitorKeys(1, day, 3));
    expect(Sketch.union(concatenated(days)).estimate()).toBe(3_002);
  });
});

describe('adding visitors', () => {
  test('gives the same bytes in any order and any batches', () => {
    fc.assert(
      fc.property(anyVisitors, fc.integer({ min: 1, max: 5_000 }), (keys, batch) => {
        const sketch = Sketch.empty();
        const backwards = keys.toReversed();
        for (let at = 0; at < keys.length; at += batch) sketch.add(backwards.subarray(at, at + batch));
        expect(hex(sketch.encode())).toBe(bytesOf(keys));
      }),
      RUNS,
    );
  });

  test('reports a change exactly when the bytes change', () => {
    fc.assert(
      fc.property(anyVisitors, anyVisitors, (a, b) => {
        const sketch = Sketch.of(a);
        expect(sketch.add(b)).toBe(bytesOf(a) !== bytesOf(a, b));
        expect(sketch.add(b)).toBe(false);
      }),
      RUNS,
    );
  });

  test('keeps the highest rank of visitors that share an index', () => {
    const [low, high] = [(5 << 17) | 3, (5 << 17) | 9];
    expect(bytesOf(Int32Array.of(low, high))).toBe(bytesOf(Int32Array.of(high)));
    expect(bytesOf(Int32Array.of(high, low))).toBe(bytesOf(Int32Array.of(high)));
    expect(Sketch.of([high, low]).estimate()).toBe(1);
  });

  test.each([
    ['zero', 0],
    ['a negative number', -64],
    ['a fraction', 64.5],
    ['not a number', Number.NaN],
    ['more than 31 bits', 2 ** 31],
    ['a rank that the index does not store', 64 + 1],
    ['a missing rank', 2_048 * 64],
    ['a rank above 40', 2_048 * 64 + 41],
  ])('rejects %s as a key and does not change the sketch', (_, key) => {
    const sketch = Sketch.of([64]);
    expect(() => sketch.add([128, key])).toThrow(RangeError);
    expect(hex(sketch.encode())).toBe(hex(Sketch.of([64]).encode()));
  });
});
