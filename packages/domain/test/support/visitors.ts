import { hash64 } from '../../src/sketch/visitor-key.ts';
import { sparseKey } from '../../src/sketch/sparse-key.ts';

/** Keys of numbered visitors, made with the real hash. Another seed makes other visitors. */
export function visitorKeys(seed: number, from: number, count: number): Int32Array {
  const words = new Int32Array([seed, 0, 0x5eed, 0]);
  const hash = new Int32Array(2);
  const keys = new Int32Array(count);
  for (let at = 0; at < count; at++) {
    words[3] = from + at;
    hash64(words, hash);
    keys[at] = sparseKey(hash[0] ?? 0, hash[1] ?? 0);
  }
  return keys;
}

/** Repeatable: the same seed gives the same numbers. */
export function* randomNumbers(seed: number): Generator<number, never> {
  let state = seed;
  while (true) {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    yield ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}

export const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
