/** Taken once: where a module runs in a context of its own, as in Jest, every look-up of a global is slow. */
const { imul } = Math;
const C1 = 0x239b961b;
const C2 = 0xab0e9789;
const C3 = 0x38b34ae5;
const C4 = 0xa1e38b93;
const BYTES = 16;

/**
 * The first 64 bits of MurmurHash3 x86_128 (seed 0) of exactly 16 bytes. A UUID is hashed although most
 * are random: time-ordered and sequential ones are not, and a sketch needs every bit to be fair.
 */
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

/** Murmur's finaliser: every input bit reaches every output bit. */
function finish(value: number): number {
  let h = value | 0;
  h = imul(h ^ (h >>> 16), 0x85ebca6b);
  h = imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}
