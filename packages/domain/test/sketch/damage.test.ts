import { crc32 } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { DamagedSketchError, estimateUnion, Sketch } from '../../src/index.ts';
import { randomNumbers, visitorKeys } from '../support/visitors.ts';

const small = Sketch.of([...visitorKeys(1, 0, 12), 2_048 * 64 + 7]).encode();
const dense = Sketch.of(visitorKeys(1, 0, 300_000)).encode();

const READERS: Record<string, (bytes: Uint8Array) => unknown> = {
  decode: (bytes) => Sketch.decode(bytes),
  union: (bytes) => Sketch.union(bytes),
  'estimate of a union': (bytes) => estimateUnion([bytes]),
  'estimate of a large union': (bytes) => estimateUnion([bytes], 1_000_000),
};

/** The readers that do not throw a DamagedSketchError for the bytes. */
const misreaders = (bytes: Uint8Array): string[] =>
  Object.keys(READERS).filter((reader) => {
    try {
      READERS[reader]?.(bytes);
      return true;
    } catch (error) {
      return !(error instanceof DamagedSketchError);
    }
  });

const flipped = (bytes: Uint8Array, bit: number): Uint8Array => {
  const copy = bytes.slice();
  copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return copy;
};

/** A frame with a correct checksum around any payload. */
const framed = (mode: number, payload: ArrayLike<number>, length?: number[]): Uint8Array => {
  const size = payload.length;
  const head = [mode, ...(length ?? (size > 127 ? [(size & 127) | 128, size >> 7] : [size]))];
  const body = Uint8Array.from([...head, ...Array.from(payload)]);
  const sum = crc32(body);
  return Uint8Array.from([...body, sum >>> 24, (sum >>> 16) & 255, (sum >>> 8) & 255, sum & 255]);
};

const densePayload = (base: number, nibblePairs: (at: number) => number, ...excess: number[]): number[] => [
  base,
  ...Array.from({ length: 8_192 }, (_, at) => nibblePairs(at)),
  ...excess,
];

describe('a damaged sketch is rejected', () => {
  test('when any bit of a small one flips', () => {
    const bits = Array.from({ length: small.length * 8 }, (_, bit) => bit);
    expect(bits.filter((bit) => misreaders(flipped(small, bit)).length > 0)).toEqual([]);
  });

  test('when a small one is truncated anywhere', () => {
    const cuts = Array.from({ length: small.length }, (_, length) => length);
    const misread = cuts.filter((length) => misreaders(small.subarray(0, length)).length > 0);
    expect(misread).toEqual([0]);
    // No bytes are a union of no sketches.
    expect(misreaders(new Uint8Array())).toEqual(
      Object.keys(READERS).filter((reader) => reader !== 'decode'),
    );
  });

  test('when one to eight bits of a dense one flip', () => {
    const random = randomNumbers(7);
    const misread = [];
    for (let round = 0; round < 1_500; round++) {
      let bytes = dense;
      const flips = 1 + (round % 8);
      for (let flip = 0; flip < flips; flip++) {
        bytes = flipped(bytes, Math.floor(random.next().value * dense.length * 8));
      }
      if (misreaders(bytes).length > 0 && Buffer.compare(bytes, dense) !== 0) misread.push(round);
    }
    expect(misread).toEqual([]);
  });

  test('when a dense one is truncated anywhere', () => {
    const random = randomNumbers(8);
    const cuts = Array.from({ length: 500 }, () => 1 + Math.floor(random.next().value * (dense.length - 1)));
    expect(
      [1, 2, 3, dense.length - 1, ...cuts].filter((cut) => misreaders(dense.subarray(0, cut)).length),
    ).toEqual([]);
  });

  test('when its bytes are random', () => {
    const random = randomNumbers(9);
    const misread = [];
    for (let round = 1; round < 3_000; round++) {
      const bytes = Uint8Array.from({ length: round % 64 || 1 }, () => Math.floor(random.next().value * 256));
      if (round % 2 === 0) bytes[0] = 0x10 | (round % 4 === 0 ? 1 : 0);
      if (misreaders(bytes).length > 0) misread.push(bytes);
    }
    expect(misread).toEqual([]);
  });

  test('when other bytes follow it', () => {
    expect(misreaders(Uint8Array.from([...small, 0]))).toEqual([]);
    expect(() => Sketch.decode(Uint8Array.from([...small, ...small]))).toThrow(DamagedSketchError);
    expect(Sketch.union(Uint8Array.from([...small, ...small])).estimate()).toBe(13);
  });

  test('when it is a reference to another sketch, which a statement should have resolved', () => {
    const end = Buffer.from(small).toString('base64').slice(-8);
    for (const reference of [`AAAAw1${end}`, `AAAAe2147483647${end}`]) {
      const bytes = Buffer.from(reference, 'base64');
      expect(misreaders(bytes)).toEqual([]);
      // The texts of a union are one after the other.
      expect(() => estimateUnion([small, bytes])).toThrow(DamagedSketchError);
    }
  });

  test('when one sketch of a union is damaged', () => {
    const many = Buffer.concat([small, dense, small]);
    for (const bit of [3, small.length * 8 + 40, (many.length - 3) * 8]) {
      expect(() => Sketch.union(flipped(many, bit))).toThrow(DamagedSketchError);
    }
  });
});

test('the frames that these tests build can be decoded', () => {
  expect(Sketch.decode(framed(0x10, [0x01])).estimate()).toBe(1);
  expect(
    Sketch.decode(
      framed(
        0x11,
        densePayload(3, () => 0x10),
      ),
    ).estimate(),
  ).toBeGreaterThan(10_000);
});

describe('a sketch with a correct checksum is rejected for', () => {
  test.each<[string, Uint8Array]>([
    ['an unknown version', framed(0x20, [0x01])],
    ['an unknown mode', framed(0x12, [0x01])],
    ['a padded length', framed(0x10, [0x01], [0x81, 0x00])],
    ['a length of more than three bytes', framed(0x10, [0x01], [0x81, 0x80, 0x80, 0x00])],
    ['a length far beyond the bytes', framed(0x10, [0x01], [0xff, 0xff, 0x7f])],
    ['a padded index', framed(0x10, [0x81, 0x00])],
    ['an index of more than four bytes', framed(0x10, [0x81, 0x80, 0x80, 0x80, 0x01])],
    ['an index that would overflow', framed(0x10, [0x81, 0x80, 0x80, 0x80, 0x80, 0x01])],
    ['a truncated index', framed(0x10, [0x81])],
    ['an index beyond 25 bits', framed(0x10, [0xff, 0xff, 0xff, 0x7f])],
    ['a sum of gaps beyond 25 bits', framed(0x10, [0xff, 0xff, 0xff, 0x0f, 0x01])],
    ['the first index beyond 25 bits', framed(0x10, [0xff, 0xff, 0xff, 0x0f, 0x00, 0x01])],
    ['a missing rank', framed(0x10, [0x00])],
    ['a rank of 0', framed(0x10, [0x00, 0x00])],
    ['a rank above 40', framed(0x10, [0x00, 41])],
    ['too many sparse entries', framed(0x10, manyEntries(4_097))],
    ['a truncated dense payload', framed(0x11, densePayload(3, () => 0x10).slice(0, -1))],
    ['an empty dense payload', framed(0x11, [])],
    [
      'a base that is not the lowest rank',
      framed(
        0x11,
        densePayload(3, () => 0x11),
      ),
    ],
    [
      'too few overflows',
      framed(
        0x11,
        densePayload(3, (at) => (at === 0 ? 0x0f : 0x10)),
      ),
    ],
    [
      'too many overflows',
      framed(
        0x11,
        densePayload(3, () => 0x10, 0),
      ),
    ],
    [
      'a dense rank above 51',
      framed(
        0x11,
        densePayload(3, (at) => (at === 0 ? 0x0f : 0x10), 34),
      ),
    ],
    [
      'a dense rank that would overflow',
      framed(
        0x11,
        densePayload(3, (at) => (at === 0 ? 0x0f : 0x10), 250),
      ),
    ],
    [
      'a base above 51',
      framed(
        0x11,
        densePayload(52, () => 0x10),
      ),
    ],
    [
      'a dense sketch that should be sparse',
      framed(
        0x11,
        densePayload(0, (at) => (at < 2 ? 0x11 : 0)),
      ),
    ],
  ])('%s', (_, bytes) => {
    expect(misreaders(bytes)).toEqual([]);
  });
});

test('a missing overflow is rejected even if the checksum after it could be read as one', () => {
  const misread = Array.from({ length: 100 }, (_, overflowing) => overflowing).filter((overflowing) => {
    const payload = densePayload(3, (at) => (at === overflowing ? 0x0f : 0x10));
    return misreaders(framed(0x11, payload)).length > 0;
  });
  expect(misread).toEqual([]);
});

test('values at the limits are accepted', () => {
  expect(Sketch.decode(framed(0x10, manyEntries(4_096))).estimate()).toBe(4_096);
  expect(Sketch.decode(framed(0x10, [0xff, 0xff, 0xff, 0x0f])).estimate()).toBe(1);
  expect(Sketch.decode(framed(0x10, [0x00, 40])).estimate()).toBe(1);
  const highest = densePayload(3, (at) => (at === 0 ? 0x0f : 0x10), 33);
  expect(Sketch.decode(framed(0x11, highest)).estimate()).toBeGreaterThan(10_000);
});

/** Ascending indexes 1, 2, 3 ..., with a rank for every 2,048th. */
function manyEntries(count: number): number[] {
  return Array.from({ length: count }, (_, at) =>
    at === 0 ? [1] : (at + 1) % 2_048 === 0 ? [0, 1] : [0],
  ).flat();
}
