/** A key of 128 bits, as four little-endian words. */
export type SipKey = Int32Array;

/** The last block of a message of 16 bytes: only its length, in the highest byte. */
const LENGTH_BLOCK = 16 << 24;
/** Two for each of the three blocks, then four. */
const ROUNDS = 10;

/**
 * SipHash-2-4 of exactly 16 bytes: J.-P. Aumasson and D. J. Bernstein, "SipHash: a fast short-input PRF" (2012). Who does not have the
 * key can neither choose a hash nor compute one. Writes the high and the low word, as `hash64` does. Each of the four 64-bit words of the
 * state is a low and a high word here.
 */
export function sipHash64(key: SipKey, words: Int32Array, hash: Int32Array): void {
  const k0 = key[0] ?? 0;
  const k1 = key[1] ?? 0;
  const k2 = key[2] ?? 0;
  const k3 = key[3] ?? 0;
  const m0 = words[0] ?? 0;
  const m1 = words[1] ?? 0;
  const m2 = words[2] ?? 0;
  const m3 = words[3] ?? 0;
  let l0 = k0 ^ 0x70736575;
  let h0 = k1 ^ 0x736f6d65;
  let l1 = k2 ^ 0x6e646f6d;
  let h1 = k3 ^ 0x646f7261;
  let l2 = k0 ^ 0x6e657261;
  let h2 = k1 ^ 0x6c796765;
  let l3 = k2 ^ 0x79746573 ^ m0;
  let h3 = k3 ^ 0x74656462 ^ m1;
  let old = 0;
  for (let round = 1; round <= ROUNDS; round++) {
    // v0 += v1; v1 = (v1 <<< 13) ^ v0; v0 <<<= 32
    old = l0;
    l0 = (l0 + l1) | 0;
    h0 = (h0 + h1 + carry(l0, old)) | 0;
    old = l1;
    l1 = ((l1 << 13) | (h1 >>> 19)) ^ l0;
    h1 = ((h1 << 13) | (old >>> 19)) ^ h0;
    old = l0;
    l0 = h0;
    h0 = old;
    // v2 += v3; v3 = (v3 <<< 16) ^ v2
    old = l2;
    l2 = (l2 + l3) | 0;
    h2 = (h2 + h3 + carry(l2, old)) | 0;
    old = l3;
    l3 = ((l3 << 16) | (h3 >>> 16)) ^ l2;
    h3 = ((h3 << 16) | (old >>> 16)) ^ h2;
    // v0 += v3; v3 = (v3 <<< 21) ^ v0
    old = l0;
    l0 = (l0 + l3) | 0;
    h0 = (h0 + h3 + carry(l0, old)) | 0;
    old = l3;
    l3 = ((l3 << 21) | (h3 >>> 11)) ^ l0;
    h3 = ((h3 << 21) | (old >>> 11)) ^ h0;
    // v2 += v1; v1 = (v1 <<< 17) ^ v2; v2 <<<= 32
    old = l2;
    l2 = (l2 + l1) | 0;
    h2 = (h2 + h1 + carry(l2, old)) | 0;
    old = l1;
    l1 = ((l1 << 17) | (h1 >>> 15)) ^ l2;
    h1 = ((h1 << 17) | (old >>> 15)) ^ h2;
    old = l2;
    l2 = h2;
    h2 = old;
    // After two rounds a block is done, and the next one begins.
    if (round === 2) {
      l0 ^= m0;
      h0 ^= m1;
      l3 ^= m2;
      h3 ^= m3;
    } else if (round === 4) {
      l0 ^= m2;
      h0 ^= m3;
      h3 ^= LENGTH_BLOCK;
    } else if (round === 6) {
      h0 ^= LENGTH_BLOCK;
      l2 ^= 0xff;
    }
  }
  hash[0] = h0 ^ h1 ^ h2 ^ h3;
  hash[1] = l0 ^ l1 ^ l2 ^ l3;
}

/** Whether the sum of two low words has left its 32 bits: then it is less than either. */
function carry(sum: number, added: number): number {
  return sum >>> 0 < added >>> 0 ? 1 : 0;
}
