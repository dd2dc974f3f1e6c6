import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  MissingVisitorSecretError,
  NO_VISITOR_SECRETS,
  Sketch,
  STANDARD_ERROR,
  visitorKey,
  VisitorSecrets,
} from '../../src/index.ts';
import { sipHash64 } from '../../src/sketch/siphash.ts';
import { REGISTERS, registerOf, registerRankOf } from '../../src/sketch/sparse-key.ts';
import { sipHash } from '../support/siphash.ts';

const counting = (length: number) => Uint8Array.from({ length }, (_, byte) => byte);
const wordsOf = (bytes: Uint8Array) => new Int32Array(bytes.slice().buffer);
const any16 = fc.uint8Array({ minLength: 16, maxLength: 16 });

function hashOf(key: Uint8Array, message: Uint8Array): bigint {
  const hash = new Int32Array(2);
  sipHash64(wordsOf(key), wordsOf(message), hash);
  const [high = 0, low = 0] = hash;
  return (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
}

describe('SipHash-2-4', () => {
  test('of these tests has the value of the paper', () => {
    expect(sipHash(counting(16), counting(15))).toBe(0xa129ca6149be45e5n);
  });

  test('has the published value for 16 bytes', () => {
    expect(hashOf(counting(16), counting(16))).toBe(0x3f2acc7f57c29bdbn);
    expect(sipHash(counting(16), counting(16))).toBe(0x3f2acc7f57c29bdbn);
  });

  test('is that of the paper for any key and token', () => {
    fc.assert(
      fc.property(any16, any16, (key, message) => {
        expect(hashOf(key, message)).toBe(sipHash(key, message));
      }),
      { numRuns: 2_000 },
    );
  });
});

/** Tokens that anybody can find without a secret: one of a high rank for each register. */
function chosenTokens(count: number): string[] {
  const MIN_RANK = 5;
  const byRegister = new Map<number, string>();
  for (let n = 0; byRegister.size < count; n++) {
    const token = `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
    const key = visitorKey(token);
    if (registerRankOf(key) >= MIN_RANK) byRegister.set(registerOf(key), token);
  }
  return [...byRegister.values()];
}

const SECRETS = new VisitorSecrets(['one secret', 'another secret']);
const [ONE = null, ANOTHER = null] = SECRETS.names;

describe('visitors of a website with a secret', () => {
  const tokens = chosenTokens(REGISTERS);
  const people = Array.from({ length: 37_768 - REGISTERS }, () => crypto.randomUUID());
  const estimate = (keyOf: (token: string) => number) =>
    Sketch.of(Int32Array.from([...people, ...tokens], (token) => keyOf(token))).estimate();
  const all = people.length + tokens.length;

  test('are counted as they are, whatever tokens a sender has chosen against the hash without a secret', () => {
    // What the tokens do where there is no secret: otherwise this test would show nothing.
    expect(estimate(visitorKey)).toBeGreaterThan(3 * all);
    const counted = estimate((token) => SECRETS.keyOf(token, ONE));
    expect(Math.abs(counted / all - 1)).toBeLessThanOrEqual(4 * STANDARD_ERROR);
  });

  test('have other keys with another secret, and without one', () => {
    const sharing = (one: (token: string) => number, other: (token: string) => number) =>
      people.filter((token) => one(token) === other(token)).length;
    expect(
      sharing(
        (token) => SECRETS.keyOf(token, ONE),
        (token) => SECRETS.keyOf(token, ANOTHER),
      ),
    ).toBeLessThan(3);
    expect(sharing((token) => SECRETS.keyOf(token, ONE), visitorKey)).toBeLessThan(3);
  });
});

test('who has a sketch but not the secret does not find a visitor in it; without a secret, everybody does', () => {
  const people = Array.from({ length: 500 }, () => crypto.randomUUID());
  // Adding a key that is there already changes nothing: that is how a token is looked for.
  const foundIn = (keyOf: (token: string) => number) =>
    people.filter((token) => {
      const sketch = Sketch.of(Int32Array.from(people, keyOf));
      return !sketch.add([visitorKey(token)]);
    }).length;
  expect(foundIn(visitorKey)).toBe(500);
  // 500 of 33 million places are taken.
  expect(foundIn((token) => SECRETS.keyOf(token, ONE))).toBeLessThan(3);
});

test('every secret has a name, which does not depend on the others', () => {
  expect(SECRETS.names).toHaveLength(2);
  expect(new VisitorSecrets(['another secret']).names).toEqual([ANOTHER]);
  expect(ONE).toMatch(/^[0-9a-f]{16}$/);
});

test('all keys of a visitor are the one without a secret, then those of the secrets in their order', () => {
  const token = crypto.randomUUID();
  expect(SECRETS.keysOf(token)).toEqual([
    visitorKey(token),
    SECRETS.keyOf(token, ONE),
    SECRETS.keyOf(token, ANOTHER),
  ]);
  expect(NO_VISITOR_SECRETS.keysOf(token)).toEqual([visitorKey(token)]);
});

test('the keys of many tokens in bytes are those of their texts', () => {
  const tokens = Array.from({ length: 50 }, () => crypto.randomUUID());
  const bytes = Uint8Array.from(Buffer.from(tokens.join('').replaceAll('-', ''), 'hex'));
  const places = Int32Array.from({ length: 25 }, (_, place) => 2 * place);
  for (const name of [null, ONE, ANOTHER]) {
    const keys = new Int32Array(50);
    SECRETS.writeKeys(bytes, places, name, keys);
    const expected = tokens.map((token, place) => (place % 2 === 0 ? SECRETS.keyOf(token, name) : 0));
    expect([...keys]).toEqual(expected);
  }
});

test('refuses to hash for a website whose secret is not known', () => {
  expect(() => NO_VISITOR_SECRETS.keyOf(crypto.randomUUID(), ONE)).toThrow(MissingVisitorSecretError);
});

test('ignores the case of a token', () => {
  const token = crypto.randomUUID();
  expect(SECRETS.keyOf(token.toUpperCase(), ONE)).toBe(SECRETS.keyOf(token, ONE));
});
