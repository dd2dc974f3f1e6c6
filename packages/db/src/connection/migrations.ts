import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import type { Database } from './database.ts';
import { applyAccess } from '../roles/apply-access.ts';
import { fillEstimates } from './fill-estimates.ts';
import { explainPooler, refusePooler } from './pooler.ts';
import postgres, { type Sql } from 'postgres';

const folder = fileURLToPath(new URL('../../drizzle', import.meta.url));

/** Any number will do, as long as every process uses the same. */
const MIGRATION_LOCK = 7_203_114;

/** `when` of the migration after which estimates are filled in. */
const ESTIMATES_MIGRATION = 1794758674581;

const UNDEFINED_TABLE = '42P01';
const UNDEFINED_SCHEMA = '3F000';

/**
 * Applies pending migrations, and the rights of the services' roles where these exist. Several processes may call it at the same time.
 * @example
 * await migrateDatabase(databaseUrl);
 * await assert.doesNotReject(assertMigrated(database));
 */
export async function migrateDatabase(url: string): Promise<void> {
  const connection = postgres(url, {
    max: 1,
    onnotice: () => {},
    connection: { application_name: 'funnel-migrate', plan_cache_mode: 'force_custom_plan' },
  });
  try {
    // The lock belongs to the session, which a pooler does not keep.
    await refusePooler(connection, 'Migrations and commands need the address of PostgreSQL itself').catch(
      explainPooler,
    );
    await connection`select pg_advisory_lock(${MIGRATION_LOCK})`;
    const before = await newestApplied(connection);
    await migrate(drizzle(connection), { migrationsFolder: folder });
    if (before > 0 && before < ESTIMATES_MIGRATION) await fillEstimates(connection);
    await applyAccess(connection, { always: false });
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
  if ((await newestApplied(sql)) < newestMigration()) {
    throw new Error(
      'The database schema is not up to date: run `npm run -s migrate` with this DATABASE_URL.',
    );
  }
}

/** When the newest applied migration was made; 0 for an empty database. */
async function newestApplied(connection: Sql): Promise<number> {
  try {
    const [newest] = await connection<{ at: string | null }[]>`
      select max(created_at)::text as at from drizzle.__drizzle_migrations`;
    return Number(newest?.at ?? 0);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === UNDEFINED_TABLE || code === UNDEFINED_SCHEMA) return 0;
    throw error;
  }
}

function newestMigration(): number {
  const journal = JSON.parse(readFileSync(`${folder}/meta/_journal.json`, 'utf8')) as {
    entries: { when: number }[];
  };
  return Math.max(...journal.entries.map((entry) => entry.when));
}
