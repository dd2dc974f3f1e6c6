import type { Database } from '@funnel/db';

/** The sessions of a database that are in a transaction, and whom they wait for; for the message of a test that hangs. */
export async function whoWaits({ sql }: Database): Promise<string> {
  const rows = await sql<{ text: string }[]>`
    select format('%s %s (%s) waits for [%s] in: %s', application_name, pid, state,
      array_to_string(pg_blocking_pids(pid), ', '), left(regexp_replace(query, '\\s+', ' ', 'g'), 60)) as text
    from pg_stat_activity
    where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`;
  return rows.map(({ text }) => text).join('; ') || 'nobody';
}
