import { DuckDBInstance } from '@duckdb/node-api';
import type { Question } from '../questions.ts';
import { DISTINCT, questionSql } from '../question-sql.ts';
import type { EventContender } from './event-contender.ts';

/** DuckDB with its defaults: as many threads as cores, and most of the memory. Statements are prepared once. */
export async function openDuckDb(file: string): Promise<EventContender> {
  const instance = await DuckDBInstance.create(file, { access_mode: 'READ_ONLY' });
  const connection = await instance.connect();
  const read = async (sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJS();
  const [facts] = await read(
    "select version() || ', ' || current_setting('threads') || ' threads' as version",
  );
  const prepared = new Map<Question, ReturnType<typeof connection.prepare>>();
  return {
    version: `DuckDB ${facts?.['version'] as string}`,
    async ask(question) {
      if (!question.events) throw new Error(`${question.title} is not a question about events`);
      const statement =
        prepared.get(question) ?? connection.prepare(questionSql(question.events, DISTINCT.duckdb));
      prepared.set(question, statement);
      return (await (await statement).runAndReadAll()).getRowObjectsJS();
    },
    async close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
