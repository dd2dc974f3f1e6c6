/** Finds the known name that was probably meant; undefined if none is near. */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  const plain = given.toLowerCase().replaceAll(/[^a-z]/g, '');
  const [nearest] = known
    .map((name) => ({ name, distance: editDistance(plain, name.replaceAll('_', '')) }))
    .filter(({ name, distance }) => distance <= name.length / 3)
    .sort((one, other) => one.distance - other.distance);
  return nearest?.name ?? known.find((name) => sharesWord(given, name));
}

/** `start_date` has a word of `range_start`. Shorter words are too common. */
function sharesWord(given: string, name: string): boolean {
  const words = given.split(/[^A-Za-z]+|(?=[A-Z])/).map((word) => word.toLowerCase());
  return name.split('_').some((word) => word.length > 2 && words.includes(word));
}

/** How many characters must be inserted, removed or replaced (Levenshtein). */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let index = 0; index < one.length; index++) {
    const next = [index + 1];
    for (let at = 0; at < other.length; at++) {
      const replaced = (row[at] ?? 0) + Number(one[index] !== other[at]);
      next.push(Math.min((next[at] ?? 0) + 1, (row[at + 1] ?? 0) + 1, replaced));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
