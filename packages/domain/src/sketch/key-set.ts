import { SPARSE_LIMIT } from './sorted-keys.ts';
import { indexOf, RANK_BITS } from './sparse-key.ts';

/** Small enough that V8 keeps the slots on its own heap: most sketches hold a handful of visitors. */
const SMALLEST_CAPACITY = 16;

/** Sparse keys by index, each with the highest rank seen. Open addressing: a key is its own hash. */
export class KeySet {
  #slots: Int32Array;
  #size = 0;

  constructor(expectedSize: number) {
    let capacity = SMALLEST_CAPACITY;
    while (capacity < expectedSize * 2) capacity *= 2;
    this.#slots = new Int32Array(capacity);
  }

  get size(): number {
    return this.#size;
  }

  get isOverfull(): boolean {
    return this.#size > SPARSE_LIMIT;
  }

  /** Takes the first `count` keys until they end or one makes the set overfull; says how many it took. */
  addUntilOverfull(keys: Int32Array, count: number): number {
    let slots = this.#slots;
    let size = this.#size;
    let taken = 0;
    while (taken < count && size <= SPARSE_LIMIT) {
      const key = keys[taken++] ?? 0;
      const slot = slotFor(key, slots);
      const held = slots[slot] ?? 0;
      if (key <= held) continue;
      slots[slot] = key;
      if (held === 0 && ++size * 2 > slots.length) slots = doubled(slots);
    }
    this.#slots = slots;
    this.#size = size;
    return taken;
  }

  /** Unordered. */
  keys(): Int32Array {
    return this.#slots.filter((key) => key !== 0);
  }
}

function doubled(slots: Int32Array): Int32Array {
  const larger = new Int32Array(slots.length * 2);
  for (const key of slots) if (key !== 0) larger[slotFor(key, larger)] = key;
  return larger;
}

/** The slot that holds the key's index, or the free one where it belongs. */
function slotFor(key: number, slots: Int32Array): number {
  const mask = slots.length - 1;
  let slot = indexOf(key) & mask;
  for (let held = slots[slot] ?? 0; held !== 0; held = slots[slot] ?? 0) {
    if ((held ^ key) >>> RANK_BITS === 0) return slot;
    slot = (slot + 1) & mask;
  }
  return slot;
}
