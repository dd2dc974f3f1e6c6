/**
 * The difference of two counts of independent events in standard errors; positive if there are more now. It compares square roots, because their
 * variance is 1/4 for any count, so that 0 needs no special case. `spread` is how much a count swings without a cause, relative to itself.
 * @example
 * assert.ok(zOfCounts(14, 10, 0.1) < 1);
 * assert.ok(zOfCounts(2, 40, 0.1) < -4);
 */
export function zOfCounts(now: number, before: number, spread: number): number {
  const mean = (now + before) / 2;
  if (mean === 0) return 0;
  // Half an event towards each other: counts are whole numbers, which matters where they are small.
  const towards = Math.min(0.5, Math.abs(now - before) / 2) * Math.sign(now - before);
  const difference = Math.sqrt(now - towards) - Math.sqrt(before + towards);
  return difference / Math.sqrt((1 + mean * spread ** 2) / 2);
}
