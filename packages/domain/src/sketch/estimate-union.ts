import { mergeDense } from './dense-codec.ts';
import { estimateDense, estimateSparse } from './estimate.ts';
import { readFrame } from './frame.ts';
import { KeySet } from './key-set.ts';
import { addKeys, emptyRegisters, type Registers } from './registers.ts';
import { SPARSE_LIMIT } from './sorted-keys.ts';
import { readSparse } from './sparse-codec.ts';

/** Every sparse encoding is read into these, so that thousands of them leave nothing behind. */
const keys = new Int32Array(SPARSE_LIMIT);
const set = new KeySet();
const TYPICAL_BYTES_PER_KEY = 3;

/**
 * `Sketch.union(concatenated).estimate()` without the sketch: every distinct number of a report is made here.
 * Nothing has to be in order for a count, so a hash set takes half the time of merging.
 */
export function estimateUnion(concatenated: Uint8Array): number {
  if (concatenated.length === 0) return 0;
  const first = readFrame(concatenated, 0);
  // A window that is one bucket: there is nothing to unite, and its entries are distinct already.
  if (first.next === concatenated.length && first.mode === 'sparse')
    return estimateSparse(readSparse(concatenated, first.start, first.end, keys));
  set.reset(concatenated.length / TYPICAL_BYTES_PER_KEY);
  let registers: Registers | undefined;
  for (let offset = 0; offset < concatenated.length; ) {
    const { mode, start, end, next } = readFrame(concatenated, offset);
    offset = next;
    if (mode === 'dense') {
      registers ??= emptyRegisters();
      mergeDense(concatenated, start, end, registers);
      continue;
    }
    const count = readSparse(concatenated, start, end, keys);
    const taken = registers ? 0 : set.addUntilOverfull(keys, count);
    if (set.isOverfull) registers ??= emptyRegisters();
    if (registers) addKeys(registers, keys.subarray(taken, count));
  }
  if (!registers) return estimateSparse(set.size);
  addKeys(registers, set.keys());
  return estimateDense(registers);
}
