import { DuckDBInstance } from '@duckdb/node-api';
import { COLUMNS } from './event-file.ts';

/** The types that suit DuckDB best: an enum and 128-bit UUIDs instead of texts. */
const TABLE = `create table events (
  event_id uuid, type event_type, website_id integer, campaign_id integer, variant_id integer, step_id integer,
  element_id integer, visitor_token uuid, occurred_at timestamp, revenue decimal(12, 2)
)`;
const TYPES = `create type event_type as enum ('view', 'conversion', 'completion', 'submission', 'subscribe', 'order')`;

/** Loads the events into a native table of a new file. */
export async function loadDuckDb(file: string, eventFile: string): Promise<void> {
  const instance = await DuckDBInstance.create(file);
  const connection = await instance.connect();
  await connection.run(TYPES);
  await connection.run(TABLE);
  await connection.run(`copy events (${COLUMNS.join(', ')}) from '${eventFile}' (header true)`);
  await connection.run('checkpoint');
  connection.closeSync();
  instance.closeSync();
}
