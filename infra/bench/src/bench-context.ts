/** What a benchmark is given. */
export interface BenchContext {
  root: string;
  /** Emptied afterwards. */
  folder: string;
  databaseUrl: string;
}
