/**
 * Which of these results are too unlikely to be chance, so that the risk of even one false one among all is at
 * most `alpha`, however the results hang together (Holm 1979): the smallest p is held against alpha / n, the
 * next against alpha / (n - 1), and the first that fails ends it.
 */
export function beyondChance<T extends { p: number }>(results: readonly T[], alpha: number): Set<T> {
  const ascending = [...results].sort((a, b) => a.p - b.p);
  const failed = ascending.findIndex(({ p }, index) => p > alpha / (ascending.length - index));
  return new Set(failed === -1 ? ascending : ascending.slice(0, failed));
}
