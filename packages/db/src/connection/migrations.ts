import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import type { Database } from './database.ts';
import postgres from 'postgres';

const folder = fileURLToPath(new URL('../../drizzle', import.meta.url));

/** Any number will do, as long as every process uses the same. */
const MIGRATION_LOCK = 7_203_114;

const UNDEFINED_TABLE = '42P01';
const UNDEFINED_SCHEMA = '3F000';

/**
 * Applies pending migrations. Several processes may call it at the same time.
 * @example
 * await migrateDatabase(databaseUrl);
 * await assert.doesNotReject(assertMigrated(database));
 */
export async function migrateDatabase(url: string): Promise<void> {
  const connection = postgres(url, {
    max: 1,
    onnotice: () => {},
    connection: { application_name: 'funnel-migrate' },
  });
  try {
    await connection`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await migrate(drizzle(connection), { migrationsFolder: folder });
  } finally {
    await connection.end();
  }
}

/**
 * Throws when the schema is older than this code, with the command that fixes it.
 * @example
 * await assert.doesNotReject(assertMigrated(database));
 */
export async function assertMigrated({ sql }: Database): Promise<void> {
  const [newest] = await sql<{ at: string | null }[]>`
    select max(created_at)::text as at from drizzle.__drizzle_migrations`.catch(
    (error: { code?: string }) => {
      if (error.code === UNDEFINED_TABLE || error.code === UNDEFINED_SCHEMA) return [{ at: null }];
      throw error;
    },
  );
  if (Number(newest?.at ?? 0) < newestMigration()) {
    throw new Error(
      'The database schema is not up to date: run `npm run -s migrate` with this DATABASE_URL.',
    );
  }
}

function newestMigration(): number {
  const journal = JSON.parse(readFileSync(`${folder}/meta/_journal.json`, 'utf8')) as {
    entries: { when: number }[];
  };
  return Math.max(...journal.entries.map((entry) => entry.when));
}
