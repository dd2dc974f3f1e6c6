import { type Database, openDatabase } from '@funnel/db';
import { type TestDatabase, until } from '@funnel/testing';

/** Runs work with a connection of its own: what it has read is counted when it returns, not at some time after. */
export async function counted<Result>(
  { database, url }: TestDatabase,
  work: (own: Database) => Promise<Result>,
  as = url,
): Promise<Result> {
  const own = openDatabase({ url: as, applicationName: 'counted', maxConnections: 1 });
  try {
    return await work(own);
  } finally {
    await own.close();
    await until(async () => {
      const rows = await database.sql`select from pg_stat_activity where application_name = 'counted'`;
      if (rows.length > 0) throw new Error('The connection is still open');
    });
  }
}

/** How many rows of a table and entries of its B-trees PostgreSQL reads for some work of the insights worker. */
export async function rowsRead(
  testDatabase: TestDatabase,
  table: string,
  work: (worker: Database) => Promise<unknown>,
): Promise<number> {
  const before = await readSoFar(testDatabase.database, table);
  await counted(testDatabase, work, testDatabase.urlOf('insights-worker'));
  return (await readSoFar(testDatabase.database, table)) - before;
}

async function readSoFar({ sql }: Database, table: string): Promise<number> {
  const [row] = await sql<{ rows: number }[]>`
    select (t.seq_tup_read + coalesce(greatest(t.idx_tup_fetch, i.entries), 0))::int as rows
    from pg_stat_user_tables t
    left join (
      select s.relid, sum(s.idx_tup_read) as entries
      from pg_stat_user_indexes s
      join pg_class c on c.oid = s.indexrelid
      join pg_am m on m.oid = c.relam and m.amname = 'btree'
      group by s.relid
    ) as i using (relid)
    where t.relname = ${table}`;
  return row?.rows ?? 0;
}
