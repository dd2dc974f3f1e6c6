/**
 * Groups items by a key, in order of appearance: `Map.groupBy`, which Node 20 lacks.
 * @example
 * const groups = groupBy([1, 2, 3], (number) => (number % 2 === 0 ? 'even' : 'odd'));
 * assert.deepEqual(groups.get('odd'), [1, 3]);
 */
export function groupBy<Key, Item>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
