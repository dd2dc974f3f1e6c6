import type { Database } from '@funnel/db';

/** How large a table is. */
export interface TableSize {
  /** With its schema if that is not `public`. */
  name: string;
  rows: number;
  tableBytes: number;
  indexBytes: number;
  /** Long values, which PostgreSQL stores aside. */
  toastBytes: number;
}

/** The size of every table of the product and its queue. */
export async function tableSizes({ sql }: Database): Promise<TableSize[]> {
  const tables = await sql<Omit<TableSize, 'rows'>[]>`
    select
      c.oid::regclass::text as name,
      pg_relation_size(c.oid)::float8 as "tableBytes",
      pg_indexes_size(c.oid)::float8 as "indexBytes",
      case when c.reltoastrelid = 0 then 0 else pg_total_relation_size(c.reltoastrelid) end::float8 as "toastBytes"
    from pg_class c
    where c.relkind = 'r' and c.relnamespace in (to_regnamespace('public'), to_regnamespace('bullmq'))
    order by 1`;
  const sizes: TableSize[] = [];
  for (const table of tables) {
    const [row] = await sql.unsafe<{ rows: number }[]>(`select count(*)::float8 as rows from ${table.name}`);
    sizes.push({ ...table, rows: row?.rows ?? 0 });
  }
  return sizes;
}

/** Table, indexes and long values together. */
export function bytesOf({ tableBytes, indexBytes, toastBytes }: TableSize): number {
  return tableBytes + indexBytes + toastBytes;
}
