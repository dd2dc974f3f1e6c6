/**
 * Groups values by place, a number below `places`. Returns the values in the order of their places, and where those of each
 * place end. Two passes over the lists, without an object for each group: most groups have a value or two.
 */
export function groupByPlace(
  values: readonly number[],
  placeOfEach: readonly number[],
  places: number,
): { visitors: Int32Array; visitorEnds: Int32Array } {
  const ends = new Int32Array(places + 1);
  for (const place of placeOfEach) ends[place + 1] = (ends[place + 1] ?? 0) + 1;
  for (let place = 0; place < places; place++) ends[place + 1] = (ends[place + 1] ?? 0) + (ends[place] ?? 0);
  // Now ends[place] is where its values begin, and moves on with each of them to where they end.
  const grouped = new Int32Array(values.length);
  for (let index = 0; index < placeOfEach.length; index++) {
    const place = placeOfEach[index] ?? 0;
    const at = ends[place] ?? 0;
    grouped[at] = values[index] ?? 0;
    ends[place] = at + 1;
  }
  return { visitors: grouped, visitorEnds: ends };
}
