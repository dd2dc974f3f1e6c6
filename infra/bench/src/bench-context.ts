/** What a benchmark works with. */
export interface BenchContext {
  /** The folder of the clone. */
  root: string;
  /** For temporary files; deleted afterwards. */
  folder: string;
  /** A new PostgreSQL with the settings of `npm start`. */
  databaseUrl: string;
  /** Registers what must be stopped when the benchmark ends or is interrupted. */
  defer: (cleanUp: () => unknown) => void;
}

/** The middle value, rounded. */
export function median(values: readonly number[], digits: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return Number((sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(digits));
}
