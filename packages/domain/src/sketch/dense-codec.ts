import { DamagedSketchError } from './frame.ts';
import { largerBytes, placeOf, type Registers } from './registers.ts';
import { SPARSE_LIMIT } from './sorted-keys.ts';
import { indexesBehind, MAX_REGISTER_RANK, REGISTERS } from './sparse-key.ts';

/** The payload: one byte for the base (the lowest rank), 4 bits above it per register, one byte per overflow. */
const NIBBLE_BYTES = REGISTERS / 2;
const OVERFLOW = 15;
const NIBBLE_HIGH_BITS = 0x88888888 | 0;

/** The nibbles of the sketch that is being read, aligned so that they can be read as words. */
const words = new Int32Array(NIBBLE_BYTES / 4);
const nibbles = new Uint8Array(words.buffer);

/** Encodes registers as a dense payload. Writes it to `bytes`, from `start`, and returns where it ends. */
export function writeDense({ ranks }: Registers, bytes: Uint8Array, start: number): number {
  const base = ranks.reduce((lowest, rank) => (rank < lowest ? rank : lowest), MAX_REGISTER_RANK);
  const packed = start + 1;
  let end = packed + NIBBLE_BYTES;
  bytes[start] = base;
  for (let register = 0; register < REGISTERS; register++) {
    const above = (ranks[placeOf(register)] ?? 0) - base;
    const nibble = above < OVERFLOW ? above : OVERFLOW;
    if (nibble === OVERFLOW) bytes[end++] = above - OVERFLOW;
    const at = packed + (register >> 1);
    bytes[at] = (register & 1) === 0 ? nibble : (bytes[at] ?? 0) | (nibble << 4);
  }
  return end;
}

/** Merges a dense payload into `registers`. If it throws, some registers may have changed already. */
export function mergeDense(bytes: Uint8Array, start: number, end: number, registers: Registers): void {
  const base = bytes[start] ?? 0;
  const nibblesEnd = start + 1 + NIBBLE_BYTES;
  if (nibblesEnd > end) throw new DamagedSketchError('The dense sketch is truncated');
  if (base > MAX_REGISTER_RANK) throw new DamagedSketchError('A rank of the sketch is out of range');
  nibbles.set(bytes.subarray(start + 1, nibblesEnd));
  if (!isTooLargeForSparse(base)) throw new DamagedSketchError('The dense sketch should be sparse');

  const { words: merged } = registers;
  const baseInEachByte = Math.imul(base, 0x01010101);
  let fulls = 0;
  let zeros = 0;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? 0;
    const even = (word & 0x0f0f0f0f) + baseInEachByte;
    const odd = ((word >>> 4) & 0x0f0f0f0f) + baseInEachByte;
    merged[at * 2] = largerBytes(even, merged[at * 2] ?? 0);
    merged[at * 2 + 1] = largerBytes(odd, merged[at * 2 + 1] ?? 0);
    fulls |= fullNibbles(word);
    zeros |= fullNibbles(~word);
  }
  if ((zeros & NIBBLE_HIGH_BITS) === 0) {
    throw new DamagedSketchError('The base of the dense sketch is not its lowest rank');
  }
  if (base > MAX_REGISTER_RANK - OVERFLOW) checkRanks(base);
  if ((fulls & NIBBLE_HIGH_BITS) !== 0 || nibblesEnd < end)
    mergeOverflows(bytes, nibblesEnd, end, base, registers);
}

/** The highest bit of some nibble is set in the result if a nibble of the word is full. */
function fullNibbles(word: number): number {
  return (~word - 0x11111111) & word;
}

/** Merges the ranks that do not fit into a nibble. */
function mergeOverflows(
  bytes: Uint8Array,
  start: number,
  end: number,
  base: number,
  { ranks }: Registers,
): void {
  let excess = start;
  for (let at = 0; at < words.length; at++) {
    if ((fullNibbles(words[at] ?? 0) & NIBBLE_HIGH_BITS) === 0) continue;
    for (let register = at * 8; register < at * 8 + 8; register++) {
      const byte = nibbles[register >> 1] ?? 0;
      if (((byte >> ((register & 1) * 4)) & OVERFLOW) !== OVERFLOW) continue;
      const rank = base + OVERFLOW + (bytes[excess++] ?? 0);
      if (rank > MAX_REGISTER_RANK) throw new DamagedSketchError('A rank of the sketch is out of range');
      const place = placeOf(register);
      if (rank > (ranks[place] ?? 0)) ranks[place] = rank;
    }
  }
  if (excess !== end) throw new DamagedSketchError('The dense sketch has too few or too many overflows');
}

/** Only a very high base can bring the rank of a nibble out of range. */
function checkRanks(base: number): void {
  for (let at = 0; at < NIBBLE_BYTES; at++) {
    const byte = nibbles[at] ?? 0;
    if (base + (byte & OVERFLOW) > MAX_REGISTER_RANK || base + (byte >> 4) > MAX_REGISTER_RANK)
      throw new DamagedSketchError('A rank of the sketch is out of range');
  }
}

/** A set has exactly one valid encoding: it is dense only if it is too large to be sparse. */
function isTooLargeForSparse(base: number): boolean {
  let entries = 0;
  for (let at = 0; at < NIBBLE_BYTES && entries <= SPARSE_LIMIT; at++) {
    const byte = nibbles[at] ?? 0;
    entries += indexesBehind(base + (byte & OVERFLOW)) + indexesBehind(base + (byte >> 4));
  }
  return entries > SPARSE_LIMIT;
}
