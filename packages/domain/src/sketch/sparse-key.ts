const { clz32 } = Math;

/**
 * A key is a hash reduced to 31 bits: a 25-bit index, whose first 14 bits are the register, and 6 bits of rank. The rank
 * is stored only if the other 11 index bits are zero; otherwise those bits determine it.
 */
const PRECISION = 14;
export const REGISTERS = 1 << PRECISION;
export const INDEX_BITS = 25;
export const RANK_BITS = 6;
const MAX_KEPT_RANK = 64 - INDEX_BITS + 1;
/** The highest rank of a register: the hash has 50 bits after the register's number. */
export const MAX_REGISTER_RANK = 64 - PRECISION + 1;

/** The bits of an index behind the number of its register. */
export const SUBINDEX_BITS = INDEX_BITS - PRECISION;
const SUBINDEX_MASK = (1 << SUBINDEX_BITS) - 1;
const RANK_MASK = (1 << RANK_BITS) - 1;
const BITS_BEHIND_INDEX = 32 - INDEX_BITS;

/** Converts a 64-bit hash, given as two halves, into a key. A key is never 0, so 0 can mean "no key". */
export function sparseKey(upper: number, lower: number): number {
  const index = upper >>> BITS_BEHIND_INDEX;
  if (!keepsRank(index)) return index << RANK_BITS;
  const behind = upper << INDEX_BITS;
  const zeros = behind === 0 ? BITS_BEHIND_INDEX + clz32(lower) : clz32(behind);
  return (index << RANK_BITS) | (zeros + 1);
}

export function keepsRank(index: number): boolean {
  return (index & SUBINDEX_MASK) === 0;
}

export function indexOf(key: number): number {
  return key >>> RANK_BITS;
}

/** The stored rank of a key; 0 if its index stores none. */
export function keptRankOf(key: number): number {
  return key & RANK_MASK;
}

export function registerOf(key: number): number {
  return key >>> (SUBINDEX_BITS + RANK_BITS);
}

/** The rank of a key in its register: 1 to 11 from the index, higher ones from the stored rank. */
export function registerRankOf(key: number): number {
  const subindex = indexOf(key) & SUBINDEX_MASK;
  return subindex === 0 ? SUBINDEX_BITS + keptRankOf(key) : clz32(subindex) - (31 - SUBINDEX_BITS);
}

/** The rank of an index that does not keep one. */
export function rankOfIndex(index: number): number {
  return clz32(index & SUBINDEX_MASK) - (31 - SUBINDEX_BITS);
}

/** How many different indexes can give a register this rank or less. */
export function indexesBehind(rank: number): number {
  return rank > SUBINDEX_BITS ? 1 << SUBINDEX_BITS : (1 << SUBINDEX_BITS) - (1 << (SUBINDEX_BITS - rank));
}

export function isSparseKey(key: number): boolean {
  if ((key | 0) !== key || key <= 0) return false;
  return keepsRank(indexOf(key)) ? isKeptRank(keptRankOf(key)) : keptRankOf(key) === 0;
}

export function isKeptRank(rank: number): boolean {
  return rank >= 1 && rank <= MAX_KEPT_RANK;
}
