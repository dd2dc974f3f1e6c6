/**
 * The difference of two counts of independent events in standard errors; positive if there are more now. It compares square roots, because their
 * variance is 1/4 for any count, so that 0 needs no special case. `swing` is how much a count swings without a cause, relative to itself. `expected` is
 * how many times as many as before there would be now if nothing changed, as with one day more.
 */
export function zOfCounts(now: number, before: number, swing: number, expected = 1): number {
  // What one unit of each side is of their mean.
  const [ownUnits, baseUnits] = [(2 * expected) / (1 + expected), 2 / (1 + expected)];
  const mean = (now + before) / 2;
  if (mean === 0) return 0;
  const gap = now / ownUnits - before / baseUnits;
  // Half an event towards each other: counts are whole numbers, which matters where they are small.
  const towards = Math.min(0.5, Math.abs(gap) / 2) * Math.sign(gap);
  const rootOf = (count: number, units: number) => Math.sqrt(Math.max(0, count) / units);
  const difference = rootOf(now - towards, ownUnits) - rootOf(before + towards, baseUnits);
  const counting = (1 / ownUnits + 1 / baseUnits) / 4;
  return difference / Math.sqrt(counting + (mean * swing ** 2) / 2);
}
