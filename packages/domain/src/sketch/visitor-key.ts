import { readUuid } from '../uuid.ts';
import { type SipKey, sipHash64 } from './siphash.ts';
import { sparseKey } from './sparse-key.ts';

/** Scratch space, shared because this runs once per event. */
const WORDS = new Int32Array(4);
const TOKEN = new Uint8Array(WORDS.buffer);
const HASH = new Int32Array(2);

/**
 * Converts a visitor token into the integer that sketches store. The token must be a UUID, in upper or lower case. Without a key, anybody
 * can find tokens whose integers make a sketch estimate too much: `VisitorSecrets` has keys.
 * @example
 * const token = '0190c3f2-7b1e-7cc3-98c4-dc0c0c07398f';
 * assert.equal(visitorKey(token), visitorKey(token.toUpperCase()));
 * assert.throws(() => visitorKey('visitor-1'), RangeError);
 */
export function visitorKey(visitorToken: string): number {
  return keyOfToken(visitorToken, undefined);
}

/** The same with the key of a secret, if there is one. */
export function keyOfToken(visitorToken: string, key: SipKey | undefined): number {
  return keyOfWords(wordsOf(visitorToken), key);
}

/** Four little-endian words, until the next call. */
export function wordsOf(visitorToken: string): Int32Array {
  if (!readUuid(visitorToken, TOKEN, 0)) throw new RangeError('A visitor token is a UUID');
  return WORDS;
}

/** The same for a token as four little-endian words. */
export function keyOfWords(words: Int32Array, key: SipKey | undefined): number {
  if (key) sipHash64(key, words, HASH);
  else hash64(words, HASH);
  return sparseKey(HASH[0] ?? 0, HASH[1] ?? 0);
}

/** Read once: in Jest, where modules run in a separate context, each access to a global is slow. */
const { imul } = Math;
const C1 = 0x239b961b;
const C2 = 0xab0e9789;
const C3 = 0x38b34ae5;
const C4 = 0xa1e38b93;
const BYTES = 16;

/** The first 64 bits of MurmurHash3 x86_128 (seed 0): not all UUIDs are random, and a sketch needs uniform bits. */
export function hash64(words: Int32Array, hash: Int32Array): void {
  let h1 = mix(words[0] ?? 0, C1, 15, C2);
  let h2 = mix(words[1] ?? 0, C2, 16, C3);
  let h3 = mix(words[2] ?? 0, C3, 17, C4);
  let h4 = mix(words[3] ?? 0, C4, 18, C1);
  h1 = (imul(rotate(h1, 19), 5) + 0x561ccd1b) ^ BYTES;
  h2 = (imul(rotate(h2, 17), 5) + 0x0bcaa747) ^ BYTES;
  h3 = (imul(rotate(h3, 15), 5) + 0x96cd1c35) ^ BYTES;
  h4 = (imul((rotate(h4, 13) + (h1 ^ BYTES)) | 0, 5) + 0x32ac3b17) ^ BYTES;

  h1 = (h1 + h2 + h3 + h4) | 0;
  h2 = finish(h2 + h1);
  h3 = finish(h3 + h1);
  h4 = finish(h4 + h1);
  h1 = (finish(h1) + h2 + h3 + h4) | 0;
  hash[0] = h1;
  hash[1] = (h2 + h1) | 0;
}

function mix(word: number, first: number, bits: number, second: number): number {
  return imul(rotate(imul(word, first), bits), second);
}

function rotate(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}

/** Murmur's finalizer: every input bit affects every output bit. */
function finish(value: number): number {
  let h = value | 0;
  h = imul(h ^ (h >>> 16), 0x85ebca6b);
  h = imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}
