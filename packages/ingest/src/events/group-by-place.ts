/**
 * Groups values by place, a number below `places`, and returns a function for the values of each place. Two passes over the
 * lists, without an object for each group: most groups have a value or two.
 */
export function groupByPlace(
  values: readonly number[],
  placeOfEach: readonly number[],
  places: number,
): (place: number) => Int32Array {
  const ends = new Int32Array(places + 1);
  for (const place of placeOfEach) ends[place + 1] = (ends[place + 1] ?? 0) + 1;
  for (let place = 0; place < places; place++) ends[place + 1] = (ends[place + 1] ?? 0) + (ends[place] ?? 0);
  // Now ends[place] is where its values begin, and moves on with each of them to where they end.
  const grouped = new Int32Array(values.length);
  for (const [index, place] of placeOfEach.entries()) {
    const at = ends[place] ?? 0;
    grouped[at] = values[index] ?? 0;
    ends[place] = at + 1;
  }
  return (place) => grouped.subarray(place === 0 ? 0 : ends[place - 1], ends[place]);
}
