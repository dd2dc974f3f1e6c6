import { mergeDense } from './dense-codec.ts';
import { estimateDense, estimateSparse } from './estimate.ts';
import { readFrame } from './frame.ts';
import { KeySet } from './key-set.ts';
import { addKeys, emptyRegisters, type Registers } from './registers.ts';
import { SPARSE_LIMIT } from './sorted-keys.ts';
import { readSparse } from './sparse-codec.ts';

/** Shared by all calls, so that thousands of sketches allocate nothing. */
const keys = new Int32Array(SPARSE_LIMIT);
const set = new KeySet();
const TYPICAL_BYTES_PER_KEY = 3;

/**
 * Counts the distinct visitors of concatenated sketches: `Sketch.union(bytes).estimate()` in half the time, because
 * counting needs no sorted keys. Every distinct count of a report is computed here.
 * @example
 * const [ann, ben] = ['0190c3f2-7b1e-7cc3-98c4-dc0c0c073981', '0190c3f2-7b1e-7cc3-98c4-dc0c0c073982'].map(visitorKey);
 * const monday = Sketch.of([ann, ben]).encode();
 * const tuesday = Sketch.of([ann]).encode();
 * assert.equal(estimateUnion(Buffer.concat([monday, tuesday])), 2);
 */
export function estimateUnion(concatenated: Uint8Array): number {
  if (concatenated.length === 0) return 0;
  const first = readFrame(concatenated, 0);
  // A single sparse sketch needs no union: its entries are distinct already.
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
