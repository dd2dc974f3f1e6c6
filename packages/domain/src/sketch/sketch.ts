import { DamagedSketchError } from './damaged-sketch-error.ts';
import { mergeDense, writeDense } from './dense-codec.ts';
import { estimateDense, estimateSparse } from './estimate.ts';
import { readFrame, writeFrame } from './frame.ts';
import { addKeys, emptyRegisters, mergeRegisters, type Registers } from './registers.ts';
import { mergeKeys, SPARSE_LIMIT, type SortedKeys, sortKeys } from './sorted-keys.ts';
import { readSparse, writeSparse } from './sparse-codec.ts';
import { isSparseKey } from './sparse-key.ts';

/** Every sparse encoding is read into this. */
const pool = new Int32Array(SPARSE_LIMIT);
const SORTED_AT_ONCE = 16_384;
const NO_KEYS: SortedKeys = new Int32Array();

/**
 * A set of visitors, counted approximately: HyperLogLog++ at precision 14, sparse while small. Its bytes
 * depend on the set alone, never on the order or the batches in which it was filled.
 */
export class Sketch {
  /** Of no use any more once there are registers. */
  #keys: SortedKeys = NO_KEYS;
  #registers: Registers | undefined;

  static empty(): Sketch {
    return new Sketch();
  }

  static of(keys: Iterable<number>): Sketch {
    const sketch = new Sketch();
    sketch.add([...keys]);
    return sketch;
  }

  /** Exactly one encoding; anything else is a DamagedSketchError. */
  static decode(bytes: Uint8Array): Sketch {
    const { mode, start, end, next } = readFrame(bytes, 0);
    if (next !== bytes.length) throw new DamagedSketchError('Bytes follow the sketch');
    const sketch = new Sketch();
    if (mode === 'dense') mergeDense(bytes, start, end, sketch.#dense());
    else sketch.#keys = pool.slice(0, readSparse(bytes, start, end, pool));
    return sketch;
  }

  /** Any number of encodings laid end to end, as SQL's string_agg returns them. */
  static union(concatenated: Uint8Array): Sketch {
    const sketch = new Sketch();
    for (let offset = 0; offset < concatenated.length; ) {
      const { mode, start, end, next } = readFrame(concatenated, offset);
      if (mode === 'dense') mergeDense(concatenated, start, end, sketch.#dense());
      else sketch.#insertSorted(pool.subarray(0, readSparse(concatenated, start, end, pool)));
      offset = next;
    }
    return sketch;
  }

  /** Keys of `visitorKey`; true when the sketch has changed. */
  add(keys: ArrayLike<number>): boolean {
    for (let at = 0; at < keys.length; at++) {
      if (!isSparseKey(keys[at] ?? 0)) throw new RangeError(`Not a visitor key: ${keys[at]}`);
    }
    const all = new Int32Array(keys);
    let changed = false;
    // In parts: once the sketch is dense the rest need not be sorted.
    for (let from = 0; from < all.length; from += SORTED_AT_ONCE) {
      const some = all.subarray(from, from + SORTED_AT_ONCE);
      if (this.#insertSorted(this.#registers === undefined ? sortKeys(some) : some)) changed = true;
    }
    return changed;
  }

  merge(other: Sketch): boolean {
    if (other.#registers === undefined) return this.#insertSorted(other.#keys);
    const becomesDense = this.#registers === undefined;
    return mergeRegisters(this.#dense(), other.#registers) || becomesDense;
  }

  encode(): Uint8Array {
    return this.#registers === undefined
      ? writeFrame('sparse', writeSparse(this.#keys))
      : writeFrame('dense', writeDense(this.#registers));
  }

  /** Distinct visitors, a whole number: practically exact while sparse, then 0.81 % standard error. */
  estimate(): number {
    return this.#registers === undefined ? estimateSparse(this.#keys.length) : estimateDense(this.#registers);
  }

  #insertSorted(keys: SortedKeys): boolean {
    if (this.#registers !== undefined) return addKeys(this.#registers, keys);
    if (keys.length === 0) return false;
    const held = this.#keys;
    this.#keys = held.length === 0 ? keys.slice() : mergeKeys(held, keys);
    if (this.#keys.length > SPARSE_LIMIT) this.#dense();
    return this.#keys !== held;
  }

  /** The registers; a sparse sketch becomes dense for good. */
  #dense(): Registers {
    if (this.#registers === undefined) {
      this.#registers = emptyRegisters();
      addKeys(this.#registers, this.#keys);
    }
    return this.#registers;
  }
}
