import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Migration {
  /** The name of its file. */
  name: string;
  /** When it was made, in milliseconds. A database lists its migrations by this number. */
  when: number;
}

interface MigrationContent {
  statements: readonly string[];
  hash: string;
}

export const MIGRATIONS = fileURLToPath(new URL('../../drizzle', import.meta.url));
const BREAKPOINT = '--> statement-breakpoint';

export function listMigrations(folder: string): Migration[] {
  const journal = JSON.parse(readFileSync(`${folder}/meta/_journal.json`, 'utf8')) as {
    entries: { tag: string; when: number }[];
  };
  return journal.entries.map(({ tag, when }) => ({ name: tag, when }));
}

export function readMigration(folder: string, { name }: Migration): MigrationContent {
  const text = readFileSync(`${folder}/${name}.sql`, 'utf8');
  return { statements: text.split(BREAKPOINT), hash: createHash('sha256').update(text).digest('hex') };
}
