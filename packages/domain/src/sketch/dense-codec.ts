import { DamagedSketchError } from './frame.ts';
import type { Registers } from './registers.ts';
import { SPARSE_LIMIT } from './sorted-keys.ts';
import { indexesBehind, MAX_REGISTER_RANK, REGISTERS } from './sparse-key.ts';

/** The payload: one byte for the base (the lowest rank), 4 bits above it per register, one byte per overflow. */
const NIBBLE_BYTES = REGISTERS / 2;
const OVERFLOW = 15;

/** Encodes registers as a dense payload. */
export function writeDense(registers: Registers): Uint8Array {
  const base = registers.reduce((lowest, rank) => (rank < lowest ? rank : lowest), MAX_REGISTER_RANK);
  const nibbles = new Uint8Array(NIBBLE_BYTES);
  const excess: number[] = [];
  for (let register = 0; register < REGISTERS; register++) {
    const above = (registers[register] ?? 0) - base;
    const nibble = above < OVERFLOW ? above : OVERFLOW;
    if (nibble === OVERFLOW) excess.push(above - OVERFLOW);
    const at = register >> 1;
    nibbles[at] = (nibbles[at] ?? 0) | (nibble << ((register & 1) * 4));
  }
  const payload = new Uint8Array(1 + NIBBLE_BYTES + excess.length);
  payload[0] = base;
  payload.set(nibbles, 1);
  payload.set(excess, 1 + NIBBLE_BYTES);
  return payload;
}

/** Merges a dense payload into `registers`. If it throws, some registers may have changed already. */
export function mergeDense(bytes: Uint8Array, start: number, end: number, registers: Registers): void {
  const base = bytes[start] ?? 0;
  const nibblesEnd = start + 1 + NIBBLE_BYTES;
  if (nibblesEnd > end) throw new DamagedSketchError('The dense sketch is truncated');
  checkNibbles(bytes.subarray(start + 1, nibblesEnd), base);

  let excess = nibblesEnd;
  let highest = 0;
  for (let at = start + 1, register = 0; at < nibblesEnd; at++, register += 2) {
    const byte = bytes[at] ?? 0;
    let even = base + (byte & 15);
    let odd = base + (byte >> 4);
    if ((byte & 15) === OVERFLOW) even += bytes[excess++] ?? 0;
    if (byte >> 4 === OVERFLOW) odd += bytes[excess++] ?? 0;
    if (even > (registers[register] ?? 0)) registers[register] = even;
    if (odd > (registers[register + 1] ?? 0)) registers[register + 1] = odd;
    if (even > highest) highest = even;
    if (odd > highest) highest = odd;
  }
  if (excess !== end) throw new DamagedSketchError('The dense sketch has too few or too many overflows');
  if (highest > MAX_REGISTER_RANK) throw new DamagedSketchError('A rank of the sketch is out of range');
}

/** A set has exactly one valid encoding: the base must be its lowest rank, and it must be too large to be sparse. */
function checkNibbles(nibbles: Uint8Array, base: number): void {
  if (nibbles.every((byte) => (byte & 15) !== 0 && byte >> 4 !== 0)) {
    throw new DamagedSketchError('The base of the dense sketch is not its lowest rank');
  }
  let entries = 0;
  const needsDense = nibbles.some((byte) => {
    entries += indexesBehind(base + (byte & 15)) + indexesBehind(base + (byte >> 4));
    return entries > SPARSE_LIMIT;
  });
  if (!needsDense) throw new DamagedSketchError('The dense sketch should be sparse');
}
