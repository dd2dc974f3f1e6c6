import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Database } from '@funnel/db';

export interface GeneratorContext {
  root: string;
  /** Describes a change of the schema; becomes part of the migration's file name. */
  migrationName?: string | undefined;
  /** Runs `use` with an empty, migrated database. */
  withDatabase: <Result>(use: (database: Database) => Promise<Result>) => Promise<Result>;
}

/** Text by path, relative to the root of the clone. Undefined: there must be no such file. */
export type GeneratedFiles = Readonly<Record<string, string | undefined>>;

export type Generator = (context: GeneratorContext) => Promise<GeneratedFiles>;

/** Writes every generated file; returns the paths of those that changed. */
export async function writeFiles(
  generators: readonly Generator[],
  context: GeneratorContext,
): Promise<string[]> {
  const written: string[] = [];
  for (const generator of generators) {
    for (const [path, text] of await changedFiles(generator, context)) {
      const file = join(context.root, path);
      await mkdir(dirname(file), { recursive: true });
      if (text === undefined) await rm(file);
      else await writeFile(file, text);
      written.push(path);
    }
  }
  return written;
}

/**
 * Compares the committed files with what is generated now: one line for each that differs. Stops at the first
 * generator with a difference, because later ones may read its files.
 */
export async function findStaleFiles(
  generators: readonly Generator[],
  context: GeneratorContext,
): Promise<string[]> {
  for (const generator of generators) {
    const changed = await changedFiles(generator, context);
    if (changed.length > 0)
      return changed.map(([path]) => `${path} is out of date: run ${commandFor(path)} and commit the result`);
  }
  return [];
}

async function changedFiles(
  generator: Generator,
  context: GeneratorContext,
): Promise<[path: string, text: string | undefined][]> {
  const changed: [string, string | undefined][] = [];
  for (const [path, text] of Object.entries(await generator(context))) {
    const committed = await readFile(join(context.root, path), 'utf8').catch(() => undefined);
    if (text !== committed) changed.push([path, text]);
  }
  return changed;
}

function commandFor(path: string): string {
  return path.includes('/drizzle/') ? 'npm run -s generate -- --name WHAT_CHANGED' : 'npm run -s generate';
}
