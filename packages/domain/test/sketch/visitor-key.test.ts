import { describe, expect, test } from '@jest/globals';
import { Sketch, STANDARD_ERROR, visitorKey } from '../../src/index.ts';
import { murmur3 } from '../support/murmur3.ts';
import fc from 'fast-check';

const anyBytes = fc.uint8Array({ minLength: 16, maxLength: 16 });

function uuidOf(bytes: Uint8Array): string {
  const digits = Buffer.from(bytes).toString('hex');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The key by its definition: the bits of the 64-bit hash as text, with leading zeros counted one by one. */
function keyByDefinition(bytes: Uint8Array): number {
  const digest = new DataView(murmur3(bytes, 0).buffer);
  const bits = [0, 4].map((at) => digest.getUint32(at, true).toString(2).padStart(32, '0')).join('');
  const index = Number.parseInt(bits.slice(0, 25), 2);
  const rank = /^0{11}/.test(bits.slice(14)) ? `${bits.slice(25)}1`.indexOf('1') + 1 : 0;
  return index * 64 + rank;
}

test('the MurmurHash3 of these tests has the published verification value', () => {
  const key = Uint8Array.from({ length: 256 }, (_, at) => at);
  const digests = new Uint8Array(256 * 16);
  for (let length = 0; length < 256; length++) {
    digests.set(murmur3(key.subarray(0, length), 256 - length), length * 16);
  }
  expect(new DataView(murmur3(digests, 0).buffer).getUint32(0, true).toString(16)).toBe('b3ece62a');
});

describe('visitorKey', () => {
  test('combines index and rank of the MurmurHash3 of the 16 bytes', () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        expect(visitorKey(uuidOf(bytes))).toBe(keyByDefinition(bytes));
      }),
      { numRuns: 5_000 },
    );
  });

  test('stores the rank if the eleven bits after the register are zero', () => {
    const ranked = [];
    for (let counter = 0; ranked.length < 20; counter++) {
      const bytes = new Uint8Array(16);
      new DataView(bytes.buffer).setUint32(12, counter);
      const key = visitorKey(uuidOf(bytes));
      if (key % 64 !== 0) ranked.push([key, keyByDefinition(bytes)]);
    }
    expect(ranked.map(([key]) => key)).toEqual(ranked.map(([, defined]) => defined));
  });

  test('ignores the case of the digits', () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        expect(visitorKey(uuidOf(bytes).toUpperCase())).toBe(visitorKey(uuidOf(bytes)));
      }),
    );
  });

  test.each([
    '',
    '0190c3f2-7b1e-7cc3-98c4-dc0c0c07398',
    '0190c3f2-7b1e-7cc3-98c4-dc0c0c07398ff',
    '0190c3f27b1e7cc398c4dc0c0c07398f',
    '0190c3f2_7b1e-7cc3-98c4-dc0c0c07398f',
    '0190c3f2-7b1e-7cc3-98c4-dc0c0c07398g',
    'g190c3f2-7b1e-7cc3-98c4-dc0c0c07398f',
    '0190c3f2-7b1e-7cc3-98c4-dc0c0c0739８f',
    '0190c3f2-7b1e-7cc3-98c4-dc0c0c0739 f',
    '{190c3f2-7b1e-7cc3-98c4-dc0c0c07398}',
  ])('rejects "%s"', (text) => {
    expect(() => visitorKey(text)).toThrow(RangeError);
  });

  test('rejects a UUID with any character replaced by a slash', () => {
    const uuid = '0190c3f2-7b1e-7cc3-98c4-dc0c0c07398f';
    const accepted = Array.from(uuid, (_, at) => `${uuid.slice(0, at)}/${uuid.slice(at + 1)}`).filter(
      (text) => {
        try {
          return visitorKey(text) >= 0;
        } catch {
          return false;
        }
      },
    );
    expect(accepted).toEqual([]);
  });
});

describe.each([
  ['sequential', (n: number) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`],
  [
    'counting in the first word',
    (n: number) => `${n.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`,
  ],
  [
    'multiples of 65,536',
    (n: number) => `00000000-0000-4000-8000-${(n * 65_536).toString(16).padStart(12, '0')}`,
  ],
  [
    'time-ordered',
    (n: number) => {
      const ms = (1_793_000_000_000 + n).toString(16).padStart(12, '0');
      return `${ms.slice(0, 8)}-${ms.slice(8)}-7000-8000-${(n % 7).toString(16).padStart(12, '0')}`;
    },
  ],
])('visitors whose UUIDs are %s', (_, uuid) => {
  test('are counted as accurately as random ones', () => {
    const errors = [1_000, 100_000].map((count) => {
      const keys = Int32Array.from({ length: count }, (__, n) => visitorKey(uuid(n)));
      return Math.abs(Sketch.of(keys).estimate() / count - 1);
    });
    expect(errors[0]).toBeLessThanOrEqual(0.001);
    expect(errors[1]).toBeLessThanOrEqual(3 * STANDARD_ERROR);
  });
});
