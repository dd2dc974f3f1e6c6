const BYTE_VALUES = 256;
const counts = new Int32Array(BYTE_VALUES + 1);

/**
 * Sorts items by some bytes that each has in `bytes`, one of every `stride`: the byte that decides first is given last. Items with the same
 * bytes stay in their order. Passes over the items, without a comparison or an object.
 */
export function sortByBytes(
  items: Int32Array,
  bytes: Uint8Array,
  { stride, offsets }: { stride: number; offsets: readonly number[] },
): Int32Array {
  let from = items;
  let to: Int32Array | undefined;
  for (const offset of offsets) {
    to ??= new Int32Array(items.length);
    // The items that were given stay as they are.
    if (sortByByte(from, to, bytes, { stride, offset })) [from, to] = [to, from === items ? undefined : from];
  }
  return from;
}

/** Returns false if all items have the same byte: then there is nothing to sort. */
function sortByByte(
  from: Int32Array,
  to: Int32Array,
  bytes: Uint8Array,
  { stride, offset }: { stride: number; offset: number },
): boolean {
  counts.fill(0);
  for (let at = 0; at < from.length; at++) {
    const next = (bytes[(from[at] ?? 0) * stride + offset] ?? 0) + 1;
    counts[next] = (counts[next] ?? 0) + 1;
  }
  if (counts.includes(from.length)) return false;
  sumUp(counts);
  for (let at = 0; at < from.length; at++) {
    const item = from[at] ?? 0;
    const value = bytes[item * stride + offset] ?? 0;
    const place = counts[value] ?? 0;
    to[place] = item;
    counts[value] = place + 1;
  }
  return true;
}

/** Replaces each number by the sum of all up to it: counts become places. */
export function sumUp(numbers: Int32Array): void {
  for (let at = 1; at < numbers.length; at++) numbers[at] = (numbers[at] ?? 0) + (numbers[at - 1] ?? 0);
}

const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
const OF_INTEGERS = { stride: 4, offsets: isLittleEndian ? [0, 1, 2, 3] : [3, 2, 1, 0] };

/** Sorts items by an integer that each has, which is not negative. Items with the same integer stay in their order. */
export function sortByInteger(items: Int32Array, integers: Int32Array): Int32Array {
  const bytes = new Uint8Array(integers.buffer, integers.byteOffset, integers.byteLength);
  return sortByBytes(items, bytes, OF_INTEGERS);
}

export function numbersBelow(length: number): Int32Array {
  return new Int32Array(length).map((_, at) => at);
}
