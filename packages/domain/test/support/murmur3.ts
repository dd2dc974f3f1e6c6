/**
 * MurmurHash3 x86_128 for any length and seed, following the reference in unsigned BigInt arithmetic. It shares nothing
 * with the code under test.
 */
const C = [0x239b961bn, 0xab0e9789n, 0x38b34ae5n, 0xa1e38b93n] as const;
const ADDENDS = [0x561ccd1bn, 0x0bcaa747n, 0x96cd1c35n, 0x32ac3b17n] as const;
const KEY_ROTATIONS = [15n, 16n, 17n, 18n] as const;
const HASH_ROTATIONS = [19n, 17n, 15n, 13n] as const;
const LANES = [0, 1, 2, 3] as const;

export function murmur3(bytes: Uint8Array, seed: number): Uint8Array {
  const h: [bigint, bigint, bigint, bigint] = [BigInt(seed), BigInt(seed), BigInt(seed), BigInt(seed)];
  const mixed = (lane: (typeof LANES)[number], word: bigint) => {
    const next = C[((lane + 1) % 4) as (typeof LANES)[number]];
    return u32(rotate(u32(word * C[lane]), KEY_ROTATIONS[lane]) * next);
  };
  const whole = bytes.length - (bytes.length % 16);
  for (let block = 0; block < whole; block += 16) {
    for (const lane of LANES) {
      const following = h[((lane + 1) % 4) as (typeof LANES)[number]];
      h[lane] ^= mixed(lane, wordAt(bytes, block + lane * 4));
      h[lane] = u32((rotate(h[lane], HASH_ROTATIONS[lane]) + following) * 5n + ADDENDS[lane]);
    }
  }
  for (const lane of LANES) h[lane] ^= mixed(lane, wordAt(bytes, whole + lane * 4));

  const spread = () => {
    h[0] = u32(h[0] + h[1] + h[2] + h[3]);
    for (const lane of [1, 2, 3] as const) h[lane] = u32(h[lane] + h[0]);
  };
  for (const lane of LANES) h[lane] ^= BigInt(bytes.length);
  spread();
  for (const lane of LANES) h[lane] = finish(h[lane]);
  spread();

  const digest = new DataView(new ArrayBuffer(16));
  for (const lane of LANES) digest.setUint32(lane * 4, Number(h[lane]), true);
  return new Uint8Array(digest.buffer);
}

/** Little-endian; bytes past the end count as zero, which leaves a lane of the tail unchanged. */
function wordAt(bytes: Uint8Array, at: number): bigint {
  return [3, 2, 1, 0].reduce((word, offset) => (word << 8n) | BigInt(bytes[at + offset] ?? 0), 0n);
}

function finish(value: bigint): bigint {
  let h = u32((value ^ (value >> 16n)) * 0x85ebca6bn);
  h = u32((h ^ (h >> 13n)) * 0xc2b2ae35n);
  return h ^ (h >> 16n);
}

function rotate(value: bigint, bits: bigint): bigint {
  return u32(value << bits) | (value >> (32n - bits));
}

function u32(value: bigint): bigint {
  return BigInt.asUintN(32, value);
}
