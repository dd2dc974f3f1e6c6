import type { Sql } from 'postgres';
import type { Database } from '../connection/database.ts';
import { listMigrations, type Migration, MIGRATIONS } from './migration-files.ts';

const UNDEFINED_TABLE = '42P01';
const UNDEFINED_SCHEMA = '3F000';

/**
 * Throws when the schema is older than this code, with the command that fixes it.
 * @example
 * await assert.doesNotReject(assertMigrated(database));
 */
export async function assertMigrated({ sql }: Database): Promise<void> {
  const missing = await pendingMigrations(sql, MIGRATIONS);
  if (missing.length === 0) return;
  const names = missing.map(({ name }) => name).join(', ');
  throw new Error(
    `The database schema is not up to date: run \`npm run -s migrate\` with this DATABASE_URL. Missing: ${names}.`,
  );
}

/** The migrations of a folder that the database does not have. Those of a newer version do not matter. */
export async function pendingMigrations(connection: Sql, folder: string): Promise<Migration[]> {
  const applied = await appliedMigrations(connection);
  return listMigrations(folder).filter(({ when }) => !applied.has(when));
}

async function appliedMigrations(connection: Sql): Promise<Set<number>> {
  try {
    const rows = await connection<{ at: string }[]>`
      select created_at::text as at from drizzle.__drizzle_migrations`;
    return new Set(rows.map(({ at }) => Number(at)));
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === UNDEFINED_TABLE || code === UNDEFINED_SCHEMA) return new Set();
    throw error;
  }
}
