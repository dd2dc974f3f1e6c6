import type { Database } from '@funnel/db';

/** What a generator may use. */
export interface GeneratorContext {
  /** The folder of the clone. */
  root: string;
  /** Runs `use` with an empty, migrated database. */
  withDatabase: <Result>(use: (database: Database) => Promise<Result>) => Promise<Result>;
}

/** Text by path, relative to the root of the clone. */
export type GeneratedFiles = Readonly<Record<string, string>>;

/** One source of generated files. */
export interface Generator {
  /** Why the files exist, for the message when they are out of date. */
  title: string;
  generate: (context: GeneratorContext) => Promise<GeneratedFiles>;
}
