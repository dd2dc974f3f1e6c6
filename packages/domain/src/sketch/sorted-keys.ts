import { indexOf, RANK_BITS } from './sparse-key.ts';

/** A sketch with more entries becomes dense: then both encodings are about equally long. Equal sets, equal bytes. */
export const SPARSE_LIMIT = 4096;

/** Keys in ascending order, one per index: the key with the highest rank. */
export type SortedKeys = Int32Array;

/** Sorts in place and removes duplicates. The result is a view of the first part of `keys`. */
export function sortKeys(keys: Int32Array): SortedKeys {
  keys.sort();
  let count = 0;
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] ?? 0;
    keys[count > 0 && isSameIndex(keys[count - 1] ?? 0, key) ? count - 1 : count++] = key;
  }
  return keys.subarray(0, count);
}

/** Of neighbours with the same index, the last one has the highest rank. */
export function isSameIndex(one: number, other: number): boolean {
  return (one ^ other) >>> RANK_BITS === 0;
}

/** Returns the union, or `held` itself if `added` contains nothing new. */
export function mergeKeys(held: SortedKeys, added: SortedKeys): SortedKeys {
  const union = new Int32Array(held.length + added.length);
  let count = 0;
  let at = 0;
  let changed = false;
  for (let next = 0; next < added.length; next++) {
    const key = added[next] ?? 0;
    const index = indexOf(key);
    while (at < held.length && indexOf(held[at] ?? 0) < index) union[count++] = held[at++] ?? 0;
    const same = at < held.length && indexOf(held[at] ?? 0) === index ? (held[at++] ?? 0) : 0;
    if (key > same) changed = true;
    union[count++] = key > same ? key : same;
  }
  while (at < held.length) union[count++] = held[at++] ?? 0;
  return changed ? union.subarray(0, count) : held;
}
