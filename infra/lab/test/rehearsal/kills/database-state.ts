import postgres from 'postgres';

/** One query for each kind of object; each row is a text that names the object and everything about it. */
const OBJECTS = [
  `select concat_ws(' ', 'table', oid::regclass, relkind, relrowsecurity, reloptions::text, relacl::text)
   from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')`,
  `select concat_ws(' ', 'column', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull, attidentity,
     attstorage, attacl::text, pg_get_expr(adbin, adrelid))
   from pg_attribute join pg_class c on c.oid = attrelid
   left join pg_attrdef on adrelid = attrelid and adnum = attnum
   where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped`,
  `select concat_ws(' ', 'constraint', conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid))
   from pg_constraint where connamespace = 'public'::regnamespace`,
  `select concat_ws(' ', 'index', pg_get_indexdef(indexrelid), indisvalid)
   from pg_index join pg_class on oid = indexrelid where relnamespace = 'public'::regnamespace`,
  `select concat_ws(' ', 'type', oid::regtype, typtype, typbasetype::regtype,
     (select string_agg(enumlabel, ',' order by enumsortorder) from pg_enum where enumtypid = t.oid))
   from pg_type t where typnamespace = 'public'::regnamespace and typtype in ('e', 'd')`,
  `select concat_ws(' ', 'function', pg_get_functiondef(oid), proacl::text, obj_description(oid, 'pg_proc'))
   from pg_proc where pronamespace = 'public'::regnamespace`,
  `select concat_ws(' ', 'trigger', pg_get_triggerdef(oid), tgenabled) from pg_trigger where not tgisinternal`,
  `select concat_ws(' ', 'policy', tablename, policyname, roles::text, cmd, qual, with_check) from pg_policies`,
  `select concat_ws(' ', 'migration', created_at, hash) from drizzle.__drizzle_migrations`,
  `select concat_ws(' ', 'unfinished', migration) from drizzle.unfinished_work`,
];

/** Everything that a migration can change, as sorted lines: schema, rights, rows, and the list of migrations. */
export async function databaseState(url: string): Promise<string[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    const lines: string[] = [];
    for (const query of OBJECTS)
      lines.push(...(await sql.unsafe(query)).map((row) => String(row['concat_ws'])));
    const tables = await sql<{ name: string }[]>`
      select oid::regclass::text as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`;
    for (const { name } of tables) {
      const [rows] = await sql.unsafe<{ count: string; hash: string | null }[]>(
        `select count(*)::text as count, md5(string_agg(t::text, ';' order by t::text)) as hash from ${name} t`,
      );
      lines.push(`rows of ${name}: ${rows?.count} ${rows?.hash}`);
    }
    return lines.toSorted();
  } finally {
    await sql.end();
  }
}
