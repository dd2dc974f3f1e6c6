import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { withDatabase } from '../bench-database.ts';
import { timeOf } from '../performance/measure/turns.ts';
import { FILE_COLUMNS } from './two-year-files.ts';

/** How long `COPY` takes to write the CSV file into a plain table without an index, in milliseconds. */
export function copyMs(url: string, csv: string): Promise<number> {
  return withDatabase(url, async ({ sql }) => {
    await sql.unsafe(`
      create table plain_events (event_id uuid not null, type text not null, website_id int not null, element_id int,
        visitor_token uuid not null, occurred_at timestamptz not null, revenue numeric(20, 2))`);
    return timeOf(async () => {
      const copy = await sql
        .unsafe(`copy plain_events (${FILE_COLUMNS.join(', ')}) from stdin (format csv, header true)`)
        .writable();
      await pipeline(createReadStream(csv, { highWaterMark: 1024 * 1024 }), copy);
    });
  });
}

/** How long DuckDB takes to write a file into a table on disk, in milliseconds; undefined where there is no DuckDB. */
export async function duckDbLoadMs(file: string): Promise<number | undefined> {
  // Loaded here, because it is not available everywhere.
  const duckdb = await import('@duckdb/node-api').catch(() => undefined);
  if (!duckdb) return undefined;
  const target = `${file}.duckdb`;
  await rm(target, { force: true });
  const instance = await duckdb.DuckDBInstance.create(target);
  const connection = await instance.connect();
  const read = file.endsWith('.csv') ? 'read_csv' : 'read_json';
  try {
    return await timeOf(async () => {
      await connection.run(`create table events as select * from ${read}('${file}')`);
      await connection.run('checkpoint');
    });
  } finally {
    connection.closeSync();
    instance.closeSync();
    await rm(target, { force: true });
  }
}
