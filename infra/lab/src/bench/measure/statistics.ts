export interface Spread {
  median: number;
  low: number;
  high: number;
}

/** The value below which a share of the values is, interpolated; NaN without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const position = share * (sorted.length - 1);
  const below = sorted[Math.floor(position)] ?? Number.NaN;
  const above = sorted[Math.ceil(position)] ?? Number.NaN;
  return below + (above - below) * (position - Math.floor(position));
}

export function spreadOf(values: readonly number[]): Spread {
  return { median: quantile(values, 0.5), low: quantile(values, 0.25), high: quantile(values, 0.75) };
}

/** One contender divided by the other, round by round: other work on the machine affects both alike. */
export function ratios(values: readonly number[], references: readonly number[]): number[] {
  return values.slice(0, references.length).map((value, round) => value / (references[round] ?? Number.NaN));
}
