/**
 * SipHash-2-4 for any length, following the paper in unsigned BigInt arithmetic. It shares nothing with the code under test.
 */
export function sipHash(key: Uint8Array, message: Uint8Array): bigint {
  const [k0, k1] = [wordAt(key, 0), wordAt(key, 8)];
  const v: [bigint, bigint, bigint, bigint] = [
    k0 ^ 0x736f6d6570736575n,
    k1 ^ 0x646f72616e646f6dn,
    k0 ^ 0x6c7967656e657261n,
    k1 ^ 0x7465646279746573n,
  ];
  const rounds = (count: number) => {
    for (let round = 0; round < count; round++) {
      v[0] = u64(v[0] + v[1]);
      v[2] = u64(v[2] + v[3]);
      v[1] = rotate(v[1], 13n) ^ v[0];
      v[3] = rotate(v[3], 16n) ^ v[2];
      v[0] = rotate(v[0], 32n);
      v[2] = u64(v[2] + v[1]);
      v[0] = u64(v[0] + v[3]);
      v[1] = rotate(v[1], 17n) ^ v[2];
      v[3] = rotate(v[3], 21n) ^ v[0];
      v[2] = rotate(v[2], 32n);
    }
  };
  const whole = message.length - (message.length % 8);
  for (let at = 0; at <= whole; at += 8) {
    const length = at === whole ? BigInt(message.length & 0xff) << 56n : 0n;
    const word = wordAt(message, at) | length;
    v[3] ^= word;
    rounds(2);
    v[0] ^= word;
  }
  v[2] ^= 0xffn;
  rounds(4);
  return v[0] ^ v[1] ^ v[2] ^ v[3];
}

/** Little-endian; bytes past the end count as zero. */
function wordAt(bytes: Uint8Array, at: number): bigint {
  return [7, 6, 5, 4, 3, 2, 1, 0].reduce(
    (word, offset) => (word << 8n) | BigInt(bytes[at + offset] ?? 0),
    0n,
  );
}

function rotate(value: bigint, bits: bigint): bigint {
  return u64(value << bits) | (value >> (64n - bits));
}

function u64(value: bigint): bigint {
  return BigInt.asUintN(64, value);
}
