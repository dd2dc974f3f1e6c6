import { REGISTERS, registerOf, registerRankOf } from './sparse-key.ts';

/**
 * The dense form of a sketch: one rank per register, 0 for an empty register. Four ranks form a word, so that four
 * registers are merged at once. The ranks of eight neighbours are stored even registers first, then odd ones: this is
 * how the nibbles of an encoded sketch fall into words.
 */
export interface Registers {
  readonly ranks: Uint8Array;
  /** The same memory. */
  readonly words: Int32Array;
}

const WORDS = REGISTERS / 4;
const HIGH_BITS = 0x80808080 | 0;

export function emptyRegisters(): Registers {
  const words = new Int32Array(WORDS);
  return { words, ranks: new Uint8Array(words.buffer) };
}

export function copyOfRegisters({ words: copied }: Registers): Registers {
  const words = copied.slice();
  return { words, ranks: new Uint8Array(words.buffer) };
}

/** Where the rank of a register is stored. */
export function placeOf(register: number): number {
  return (register & ~7) | ((register & 1) << 2) | ((register >> 1) & 3);
}

/**
 * The larger of each pair of bytes in two words; bytes must be below 128. Without branches: which of two ranks is
 * larger cannot be predicted, so a comparison per register takes ten times as long.
 */
export function largerBytes(one: number, other: number): number {
  const isLarger = ((one | HIGH_BITS) - other) & HIGH_BITS;
  const mask = Math.imul(isLarger >>> 7, 0xff);
  return (one & mask) | (other & ~mask);
}

/** Raises a register to a rank, unless it has it already. Returns by how much. Without a branch, for the same reason. */
export function raiseRank(ranks: Uint8Array, place: number, rank: number): number {
  const held = ranks[place] ?? 0;
  const difference = rank - held;
  const gain = difference & ~(difference >> 31);
  ranks[place] = held + gain;
  return gain;
}

/** Adds keys `from` to `end`; 0 is not a key. Returns true if a register changed. */
export function addKeys({ ranks }: Registers, keys: Int32Array, from = 0, end = keys.length): boolean {
  let gains = 0;
  for (let at = from; at < end; at++) {
    const key = keys[at] ?? 0;
    if (key === 0) continue;
    gains |= raiseRank(ranks, placeOf(registerOf(key)), registerRankOf(key));
  }
  return gains !== 0;
}

/** Merges `from` into `into`. Returns true if a register of `into` changed. */
export function mergeRegisters(into: Registers, from: Registers): boolean {
  let difference = 0;
  for (let at = 0; at < WORDS; at++) {
    const held = into.words[at] ?? 0;
    const merged = largerBytes(from.words[at] ?? 0, held);
    into.words[at] = merged;
    difference |= held ^ merged;
  }
  return difference !== 0;
}
