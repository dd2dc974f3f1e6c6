import { addKeys, type Registers } from './registers.ts';
import { SPARSE_LIMIT } from './sorted-keys.ts';
import { indexOf, RANK_BITS } from './sparse-key.ts';

const SMALLEST_CAPACITY = 16;
/** Room for one key above the limit while at most half full. */
const LARGEST_CAPACITY = 4 * SPARSE_LIMIT;

/**
 * A hash set of sparse keys: one key per index, with the highest rank seen. It uses open addressing, and the key is its
 * own hash. One set is reused for all sketches, so that counting allocates nothing.
 */
export class KeySet {
  /** The first `#capacity` slots are in use. `#spare` is the target when the set grows. */
  #slots = new Int32Array(LARGEST_CAPACITY);
  #spare = new Int32Array(LARGEST_CAPACITY);
  #capacity = SMALLEST_CAPACITY;
  #size = 0;

  /** Empties the set and makes room for the expected number of keys. */
  reset(expectedSize: number): void {
    this.#capacity = SMALLEST_CAPACITY;
    while (this.#capacity < expectedSize * 2 && this.#capacity < LARGEST_CAPACITY) this.#capacity *= 2;
    this.#slots.fill(0, 0, this.#capacity);
    this.#size = 0;
  }

  get size(): number {
    return this.#size;
  }

  /** Whether the set has too many keys for a sparse sketch. */
  get isOverfull(): boolean {
    return this.#size > SPARSE_LIMIT;
  }

  /** Adds the first `count` keys, but stops once the set is overfull. Returns how many keys it added. */
  addUntilOverfull(keys: Int32Array, count: number): number {
    let taken = 0;
    while (taken < count && this.#size <= SPARSE_LIMIT) {
      const key = keys[taken++] ?? 0;
      const slots = this.#slots;
      const slot = slotFor(key, slots, this.#capacity);
      const held = slots[slot] ?? 0;
      if (key <= held) continue;
      slots[slot] = key;
      if (held === 0 && ++this.#size * 2 > this.#capacity) this.#grow();
    }
    return taken;
  }

  /** Adds all keys to the registers of a dense sketch. */
  addTo(registers: Registers): void {
    if (this.#size > 0) addKeys(registers, this.#slots, 0, this.#capacity);
  }

  #grow(): void {
    const [slots, larger] = [this.#slots, this.#spare];
    const capacity = this.#capacity * 2;
    larger.fill(0, 0, capacity);
    for (let at = 0; at < this.#capacity; at++) {
      const key = slots[at] ?? 0;
      if (key !== 0) larger[slotFor(key, larger, capacity)] = key;
    }
    [this.#slots, this.#spare, this.#capacity] = [larger, slots, capacity];
  }
}

/** Finds the slot of the key's index, or the free slot where it belongs. */
function slotFor(key: number, slots: Int32Array, capacity: number): number {
  const mask = capacity - 1;
  let slot = indexOf(key) & mask;
  for (let held = slots[slot] ?? 0; held !== 0; held = slots[slot] ?? 0) {
    if ((held ^ key) >>> RANK_BITS === 0) return slot;
    slot = (slot + 1) & mask;
  }
  return slot;
}
