import { migrateDatabase } from '@funnel/admin';
import type { Database } from '@funnel/db';
import { withDatabase } from './database.ts';

/**
 * Migrates an empty database whose `now()` is a clock that `setClock` sets. Returns its address with a search path in
 * which our `now()` comes before that of PostgreSQL, so that every statement, default and trigger of the product uses
 * it.
 */
export async function migrateWithClock(url: string): Promise<string> {
  const name = new URL(url).pathname.slice(1);
  await withDatabase(url, ({ sql }) =>
    sql.unsafe(`create schema simulated;
     create table simulated.clock (at timestamptz not null);
     insert into simulated.clock values (now());
     create function simulated.now() returns timestamptz stable language sql
       as 'select at from simulated.clock';
     alter database ${name} set synchronous_commit = off`),
  );
  const withClock = new URL(url);
  withClock.searchParams.set('search_path', 'public, simulated, pg_catalog');
  await migrateDatabase(withClock.href);
  // `current_date` is a keyword, not a function: this is its only use.
  await withDatabase(withClock.href, ({ sql }) =>
    sql.unsafe('alter table event_ledger alter column recorded_on set default now()::date'),
  );
  return withClock.href;
}

export async function setClock({ sql }: Database, now: Date): Promise<void> {
  await sql`update simulated.clock set at = ${now.toISOString()}::text::timestamptz`;
}
