import type { Database } from '@funnel/db';

/** What a generator may use. */
export interface GeneratorContext {
  /** The folder of the clone. */
  root: string;
  /** Describes a change of the schema; becomes part of the migration's file name. */
  migrationName?: string | undefined;
  /** Runs `use` with an empty, migrated database. */
  withDatabase: <Result>(use: (database: Database) => Promise<Result>) => Promise<Result>;
}

/** Text by path, relative to the root of the clone. Undefined: there must be no such file. */
export type GeneratedFiles = Readonly<Record<string, string | undefined>>;

/** One source of generated files. */
export interface Generator {
  /** Brings the files up to date; `npm run -s generate` by default. */
  command?: string;
  generate: (context: GeneratorContext) => Promise<GeneratedFiles>;
}
