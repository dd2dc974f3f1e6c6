import type { Database } from '@funnel/db';

/**
 * Vacuums the tables that autovacuum would have vacuumed by now, with the settings of the server and of each table. Years pass in
 * minutes here, and autovacuum looks only once a minute.
 */
export async function vacuumWhenDue({ sql }: Database): Promise<void> {
  // A connection reports what it wrote once a second at most; here that would be many days late.
  await sql`select pg_stat_force_next_flush()`;
  const due = await sql<{ name: string }[]>`
    select s.relid::regclass::text as name
    from pg_stat_all_tables s
    join pg_class c on c.oid = s.relid
    -- The settings of a table are those of its long values, too.
    left join pg_class owner on owner.reltoastrelid = c.oid
    cross join lateral (
      select coalesce(max(option_value) filter (where option_name = 'autovacuum_vacuum_scale_factor'),
        current_setting('autovacuum_vacuum_scale_factor'))::float8 as share
      from pg_options_to_table(coalesce(c.reloptions, owner.reloptions))
    ) own
    where s.schemaname in ('public', 'bullmq', 'pg_toast') and c.oid >= 16384
      and s.n_dead_tup > current_setting('autovacuum_vacuum_threshold')::int + own.share * greatest(c.reltuples, 0)`;
  for (const { name } of due) await sql.unsafe(`vacuum analyze ${name}`);
}
