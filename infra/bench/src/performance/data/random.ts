/** Pseudo-random numbers from 0 to 1 that depend only on the seed (mulberry32): every run has the same events. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The four digits of every 16-bit number: a lookup is several times as fast as formatting. */
const HEX = Array.from({ length: 0x10000 }, (_, value) => value.toString(16).padStart(4, '0'));
const STRIDE = 0x9e3779b9;

/** A UUID that depends only on its number and on what it is for. Looks random, as real ones do. */
export function seededUuid(number: number, salt: number): string {
  const base = mix(number ^ salt);
  const [a, b, c, d] = [mix(base), mix(base + STRIDE), mix(base + 2 * STRIDE), mix(base + 3 * STRIDE)];
  return `${high(a)}${low(a)}-${high(b)}-${low(b)}-${high(c)}-${low(c)}${high(d)}${low(d)}`;
}

/** The finalizer of MurmurHash3: a bijection, so that different numbers never collide. */
function mix(value: number): number {
  let mixed = value | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

function high(value: number): string {
  return HEX[value >>> 16] ?? '';
}

function low(value: number): string {
  return HEX[value & 0xffff] ?? '';
}
