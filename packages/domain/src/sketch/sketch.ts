import { mergeDense, writeDense } from './dense-codec.ts';
import { estimateDense, estimateSparse } from './estimate.ts';
import { DamagedSketchError, PAYLOAD_START, readFrame, scratch, writeFrame } from './frame.ts';
import { addKeys, copyOfRegisters, emptyRegisters, mergeRegisters, type Registers } from './registers.ts';
import { mergeKeys, SPARSE_LIMIT, type SortedKeys, sortKeys } from './sorted-keys.ts';
import { readSparse, writeSparse } from './sparse-codec.ts';
import { isSparseKey } from './sparse-key.ts';

/** Scratch space for decoding sparse sketches. */
const pool = new Int32Array(SPARSE_LIMIT);
const SORT_BATCH = 16_384;
const NO_KEYS: SortedKeys = new Int32Array();

/**
 * Counts distinct visitors approximately: HyperLogLog++ with precision 14, sparse while small. Its bytes depend only on
 * the set of visitors, not on the order or the batches in which they were added.
 * @example
 * const ann = visitorKey('0190c3f2-7b1e-7cc3-98c4-dc0c0c073981');
 * const ben = visitorKey('0190c3f2-7b1e-7cc3-98c4-dc0c0c073982');
 * const monday = Sketch.of([ann]);
 * const week = Sketch.decode(monday.encode());
 * week.merge(Sketch.of([ann, ben]));
 * assert.equal(monday.estimate(), 1);
 * assert.equal(week.estimate(), 2);
 */
export class Sketch {
  /** Unused once the sketch is dense. */
  #keys: SortedKeys = NO_KEYS;
  #registers: Registers | undefined;

  static empty(): Sketch {
    return new Sketch();
  }

  /** A sketch of visitors, given by `visitorKey`. */
  static of(keys: Iterable<number>): Sketch {
    const sketch = new Sketch();
    sketch.add([...keys]);
    return sketch;
  }

  /** Reads one encoded sketch. Throws a DamagedSketchError for any other bytes. */
  static decode(bytes: Uint8Array): Sketch {
    const { mode, start, end, next } = readFrame(bytes, 0);
    if (next !== bytes.length) throw new DamagedSketchError('Bytes follow the sketch');
    const sketch = new Sketch();
    if (mode === 'dense') mergeDense(bytes, start, end, sketch.#dense());
    else sketch.#keys = pool.slice(0, readSparse(bytes, start, end, pool));
    return sketch;
  }

  /** Reads any number of concatenated sketches, as `string_agg` returns them, into one. */
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

  /** Adds visitors, given by `visitorKey`. Returns true if the sketch changed. */
  add(keys: ArrayLike<number>): boolean {
    for (let at = 0; at < keys.length; at++) {
      if (!isSparseKey(keys[at] ?? 0)) throw new RangeError(`Not a visitor key: ${keys[at]}`);
    }
    const all = new Int32Array(keys);
    let changed = false;
    // In batches, because a dense sketch needs no sorted keys.
    for (let from = 0; from < all.length; from += SORT_BATCH) {
      const some = all.subarray(from, from + SORT_BATCH);
      if (this.#insertSorted(this.#registers === undefined ? sortKeys(some) : some)) changed = true;
    }
    return changed;
  }

  /** Adds the visitors of another sketch. Returns true if this sketch changed. */
  merge(other: Sketch): boolean {
    if (other.#registers === undefined) return this.#insertSorted(other.#keys);
    if (this.#registers === undefined && this.#keys.length === 0) {
      this.#registers = copyOfRegisters(other.#registers);
      return true;
    }
    const becomesDense = this.#registers === undefined;
    return mergeRegisters(this.#dense(), other.#registers) || becomesDense;
  }

  /** The bytes to store. */
  encode(): Uint8Array {
    return new Uint8Array(this.#frame());
  }

  /** The bytes to store, as text. */
  toBase64(): string {
    return this.#frame().toString('base64');
  }

  /** The number of distinct visitors: practically exact while sparse, then with a standard error of 0.81 %. */
  estimate(): number {
    return this.#registers === undefined ? estimateSparse(this.#keys.length) : estimateDense(this.#registers);
  }

  get memoryBytes(): number {
    return (this.#registers?.ranks ?? this.#keys).byteLength;
  }

  #frame(): Buffer {
    return this.#registers === undefined
      ? writeFrame('sparse', writeSparse(this.#keys, scratch, PAYLOAD_START))
      : writeFrame('dense', writeDense(this.#registers, scratch, PAYLOAD_START));
  }

  #insertSorted(keys: SortedKeys): boolean {
    if (this.#registers !== undefined) return addKeys(this.#registers, keys);
    if (keys.length === 0) return false;
    const held = this.#keys;
    this.#keys = held.length === 0 ? keys.slice() : mergeKeys(held, keys);
    if (this.#keys.length > SPARSE_LIMIT) this.#dense();
    return this.#keys !== held;
  }

  /** Returns the registers. A sparse sketch becomes dense and stays so. */
  #dense(): Registers {
    if (this.#registers === undefined) {
      this.#registers = emptyRegisters();
      addKeys(this.#registers, this.#keys);
    }
    return this.#registers;
  }
}
