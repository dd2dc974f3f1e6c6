/** Values that were replaced by their places among the distinct ones, which are in ascending order. */
export interface Numbered {
  distinct: Int32Array;
  numbers: Int32Array;
}

export function numbered(values: Int32Array): Numbered {
  const firstSeen = new Map<number, number>();
  const numbers = new Int32Array(values.length);
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? 0;
    let number = firstSeen.get(value);
    if (number === undefined) firstSeen.set(value, (number = firstSeen.size));
    numbers[at] = number;
  }
  const distinct = Int32Array.from(firstSeen.keys()).sort();
  const placeOf = new Int32Array(distinct.length);
  for (let place = 0; place < distinct.length; place++)
    placeOf[firstSeen.get(distinct[place] ?? 0) ?? 0] = place;
  for (let at = 0; at < numbers.length; at++) numbers[at] = placeOf[numbers[at] ?? 0] ?? 0;
  return { distinct, numbers };
}
