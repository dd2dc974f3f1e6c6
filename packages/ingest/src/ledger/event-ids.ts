import { UUID_BYTES } from '@funnel/domain';
import type { EventBlock } from '../parse/event-block.ts';

const WORDS = UUID_BYTES / 4;
const { imul } = Math;
/** Another one in each process, so that nobody can choose ids that all belong to one slot. */
const SEED = Math.floor(Math.random() * 2 ** 32);

/** The ids of some events of a block, to ask whether an event of any block has one of them. */
export class EventIds {
  readonly #words: Int32Array;
  readonly #websiteIds: Int32Array;
  /** Open addressing: the index of an event plus one, or 0. Never more than half full. */
  readonly #slots: Int32Array;

  /** Has room for all events of the block. */
  constructor({ length, columns }: EventBlock) {
    this.#words = wordsOf(columns.eventIds);
    this.#websiteIds = columns.websiteIds;
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * length + 2)));
  }

  /** Adds an event of the block. Returns false if there is one with its id already. */
  add(event: number): boolean {
    const slot = this.#find(this.#words, this.#websiteIds[event] ?? 0, event);
    if (this.#slots[slot] !== 0) return false;
    this.#slots[slot] = event + 1;
    return true;
  }

  has({ columns }: EventBlock, event: number): boolean {
    return this.#slots[this.#find(wordsOf(columns.eventIds), columns.websiteIds[event] ?? 0, event)] !== 0;
  }

  /** The slot with the id, or the free one where it belongs. */
  #find(words: Int32Array, websiteId: number, event: number): number {
    const at = event * WORDS;
    const last = this.#slots.length - 1;
    let slot = hash(words, at, websiteId) & last;
    for (let held = this.#slots[slot] ?? 0; held !== 0; held = this.#slots[slot] ?? 0) {
      if (this.#websiteIds[held - 1] === websiteId && isSame(this.#words, (held - 1) * WORDS, words, at))
        break;
      slot = (slot + 1) & last;
    }
    return slot;
  }
}

function wordsOf(bytes: Uint8Array): Int32Array {
  return new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
}

function isSame(some: Int32Array, at: number, others: Int32Array, place: number): boolean {
  return (
    some[at] === others[place] &&
    some[at + 1] === others[place + 1] &&
    some[at + 2] === others[place + 2] &&
    some[at + 3] === others[place + 3]
  );
}

/** Not all ids are random: some are numbered or ordered by time, and a sender may choose them. */
function hash(words: Int32Array, at: number, websiteId: number): number {
  let mixed = websiteId ^ SEED;
  for (let word = at; word < at + WORDS; word++) {
    mixed = imul(mixed ^ (words[word] ?? 0), 0x85ebca6b);
    mixed ^= mixed >>> 13;
    mixed = imul(mixed, 0xc2b2ae35);
    mixed ^= mixed >>> 16;
  }
  return mixed;
}
