import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql, TransactionSql } from 'postgres';
import {
  openSession,
  type SessionOptions,
  readAdvisoryHolder,
  explainConnection,
  refusePooler,
  pendingMigrations,
  type Migration,
  MIGRATIONS,
  readMigration,
} from '@funnel/db/command';
import { applyAccess, isAccessApplied } from '../roles/apply-access.ts';
import { buildIndex, isBuiltConcurrently } from './concurrent-indexes.ts';
import { finishWork, rememberWork } from './later-work.ts';
import { MigrationError } from './migration-error.ts';
import { type LockOptions, withShortLocks } from './short-locks.ts';

export interface MigrateOptions extends LockOptions, SessionOptions {
  /** The name of the last migration to apply. All by default. */
  through?: string;
  /** The folder of the migrations. Those of this version by default. */
  folder?: string;
}

/** Any number will do, as long as every process uses the same. */
const MIGRATION_LOCK = 7_203_114;
const LOCK_PAUSE_MS = 200;
/** A migration of a large table may take longer; then the command is run again. */
const LOCK_WAIT_MS = 300_000;

/** The first table is the one of Drizzle's own migrator, which earlier versions used. */
const RECORDS = `
  create schema if not exists drizzle;
  create table if not exists drizzle.__drizzle_migrations (
    id serial primary key,
    hash text not null,
    created_at bigint
  );
  create table if not exists drizzle.unfinished_work (migration text primary key)`;

/**
 * Applies pending migrations, each in a transaction of its own (indexes without one), and the rights of the services' roles
 * where these exist. Several processes may call it at the same time. After an interruption, call it again.
 * @example
 * import { assertMigrated } from '@funnel/db';
 *
 * await migrateDatabase(databaseUrl);
 * await assert.doesNotReject(assertMigrated(database));
 */
export async function migrateDatabase(url: string, options: MigrateOptions = {}): Promise<void> {
  const { say = () => {}, through, folder = MIGRATIONS } = options;
  const connection = openSession(url, 'funnel-migrate', options);
  try {
    // The lock belongs to the session, which a pooler does not keep.
    await refusePooler(connection, 'Migrations and commands need the address of PostgreSQL itself').catch(
      explainConnection,
    );
    // Most commands find nothing to do, and then do not wait for a lock, or on Citus for a worker that is down.
    if (await isUpToDate(connection, folder)) return;
    await lockMigrations(connection, options);
    await connection.unsafe(RECORDS);
    await finishWork(connection, say);
    const pending = await pendingMigrations(connection, folder);
    const last = pending.findIndex(({ name }) => name === through);
    const chosen = through === undefined ? pending : pending.slice(0, last + 1);
    for (const migration of chosen) {
      await apply(connection, migration, { ...options, folder });
      await finishWork(connection, say);
    }
    // The rights name tables and functions of the newest schema.
    if (chosen.length === pending.length) await applyAccess(connection, { ...options, always: false });
  } finally {
    await connection.end();
  }
}

/** Whether there is nothing to migrate, no work left of a migration, and every right as it should be. */
async function isUpToDate(connection: Sql, folder: string): Promise<boolean> {
  const [records] = await connection<{ exist: boolean }[]>`
    select to_regclass('drizzle.unfinished_work') is not null as exist`;
  if (!records?.exist) return false;
  if ((await pendingMigrations(connection, folder)).length > 0) return false;
  const [unfinished] = await connection`select from drizzle.unfinished_work limit 1`;
  return !unfinished && (await isAccessApplied(connection));
}

/**
 * One process migrates at a time; PostgreSQL releases the lock when its connection ends, for any reason. It asks again and
 * again: a statement that waits for the lock would be a transaction that the build of an index waits for.
 */
export async function lockMigrations(
  connection: Sql,
  { say = () => {}, lockTimeoutMs = LOCK_WAIT_MS }: Pick<MigrateOptions, 'say' | 'lockTimeoutMs'> = {},
): Promise<void> {
  const startedAt = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    const [row] = await connection<{ free: boolean }[]>`
      select pg_try_advisory_lock(${MIGRATION_LOCK}) as free`;
    if (row?.free) return;
    if (attempt === 1) say('Another process migrates this database: waiting for it');
    if (performance.now() - startedAt > lockTimeoutMs) {
      const holder = await readAdvisoryHolder(connection, MIGRATION_LOCK);
      throw new MigrationError(
        `Another process has been migrating this database for ${Math.round(lockTimeoutMs / 1000)} s or longer: ` +
          `${holder?.text ?? 'it has just ended'}. Run the command again when it has ended.`,
      );
    }
    await sleep(LOCK_PAUSE_MS);
  }
}

async function apply(
  connection: Sql,
  migration: Migration,
  options: LockOptions & { folder: string },
): Promise<void> {
  const { name, when } = migration;
  const { statements, hash } = readMigration(options.folder, migration);
  const note = async (transaction: TransactionSql) => {
    await rememberWork(transaction, name);
    await transaction`
      insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${String(when)})`;
  };
  let position = 0;
  const isConcurrent = isBuiltConcurrently(statements);
  try {
    if (isConcurrent) {
      for (const [index, statement] of statements.entries()) {
        position = index + 1;
        await buildIndex(connection, name, statement, options);
      }
      await connection.begin(note);
    } else
      await withShortLocks(connection, name, options, async (transaction) => {
        for (const [index, statement] of statements.entries()) {
          position = index + 1;
          await transaction.unsafe(statement);
        }
        await note(transaction);
      });
  } catch (error) {
    if (error instanceof MigrationError) throw error;
    const outcome = isConcurrent ? 'The indexes before it stay' : 'Nothing of this migration was applied';
    throw new MigrationError(
      `${name}: statement ${position} of ${statements.length} failed: ${(error as Error).message}. ` +
        `${outcome}; the migrations before it stay applied, and services of the version before go on. ` +
        'Remove the cause, then run the command again.',
      { cause: error },
    );
  }
  options.say?.(`${name}: applied`);
}
