import { DuckDBInstance } from '@duckdb/node-api';
import { COLUMNS } from '../data/event-file.ts';
import type { Question } from '../questions.ts';
import { DISTINCT, questionSql } from '../question-sql.ts';
import type { EventContender, EventRow } from './event-contender.ts';

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

/** DuckDB with its defaults: as many threads as cores, and most of the memory. Statements are prepared once. */
export async function openDuckDb(file: string): Promise<EventContender> {
  const instance = await DuckDBInstance.create(file, { access_mode: 'READ_ONLY' });
  const connection = await instance.connect();
  const read = async (sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJS();
  const [facts] = await read("select version() as version, current_setting('threads') as threads");
  const prepared = new Map<Question, ReturnType<typeof connection.prepare>>();
  return {
    version: `DuckDB ${String(facts?.['version'])}, ${String(facts?.['threads'])} threads`,
    async ask(question) {
      if (!question.events) throw new Error(`${question.title} is not a question about events`);
      const statement =
        prepared.get(question) ?? connection.prepare(questionSql(question.events, DISTINCT.duckdb));
      prepared.set(question, statement);
      return (await (await statement).runAndReadAll()).getRowObjectsJS() as EventRow[];
    },
    async close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
