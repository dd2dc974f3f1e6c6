const { clz32 } = Math;

/**
 * A hash in 31 bits: the 25-bit index, then 6 bits of rank. The rank of the 39 bits behind the index is
 * kept only where the index bits beyond the register are all zero; elsewhere they fix the rank themselves.
 */
const PRECISION = 14;
export const REGISTERS = 1 << PRECISION;
export const INDEX_BITS = 25;
export const RANK_BITS = 6;
const MAX_KEPT_RANK = 64 - INDEX_BITS + 1;
/** Of the 50 bits behind the register's number. */
export const MAX_REGISTER_RANK = 64 - PRECISION + 1;

const SUBINDEX_BITS = INDEX_BITS - PRECISION;
const SUBINDEX_MASK = (1 << SUBINDEX_BITS) - 1;
const RANK_MASK = (1 << RANK_BITS) - 1;
const BITS_BEHIND_INDEX = 32 - INDEX_BITS;

/** Of a 64-bit hash, given as its upper and lower half. Never 0, so that 0 can mean "none". */
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

export function keptRankOf(key: number): number {
  return key & RANK_MASK;
}

export function registerOf(key: number): number {
  return key >>> (SUBINDEX_BITS + RANK_BITS);
}

/** The rank that the key gives its register: 1 to 11 from the index, beyond that from the kept rank. */
export function registerRankOf(key: number): number {
  const subindex = indexOf(key) & SUBINDEX_MASK;
  return subindex === 0 ? SUBINDEX_BITS + keptRankOf(key) : clz32(subindex) - (31 - SUBINDEX_BITS);
}

/** How many indexes can stand behind a register of this rank. */
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
