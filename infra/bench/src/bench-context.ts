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

/** Shows what the benchmark does, on standard error. */
export function say(message: string): void {
  process.stderr.write(`- ${message}\n`);
}
