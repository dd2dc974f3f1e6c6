import { type DuckDBConnection, DuckDBInstance, type DuckDBPreparedStatement } from '@duckdb/node-api';
import type { Question } from '../questions.ts';
import { DISTINCT, questionSql } from '../question-sql.ts';
import type { EventContender } from './event-contender.ts';

/** The two ways in which DuckDB counts visitors, over one set of buffers, so that neither reads the file for the other. */
export interface DuckDb {
  /** `count(distinct)`: as right as our answers or more, so it is what targets compare with. */
  exact: EventContender;
  /** `approx_count_distinct`: faster, and much coarser than ours. */
  approximate: EventContender;
  version: string;
  close(): Promise<void>;
}

/** DuckDB with its defaults: as many threads as cores, and most of the memory. Statements are prepared once. */
export async function openDuckDb(file: string): Promise<DuckDb> {
  const instance = await DuckDBInstance.create(file, { access_mode: 'READ_ONLY' });
  const connection = await instance.connect();
  const facts = await connection.runAndReadAll(
    "select version() || ', ' || current_setting('threads') || ' threads' as version",
  );
  return {
    exact: contenderOf(connection, DISTINCT.exact),
    approximate: contenderOf(connection, DISTINCT.approximate),
    version: `DuckDB ${facts.getRowObjectsJS()[0]?.['version'] as string}`,
    async close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

function contenderOf(connection: DuckDBConnection, distinct: string): EventContender {
  const prepared = new Map<Question, Promise<DuckDBPreparedStatement>>();
  return {
    async ask(question) {
      if (!question.events) throw new Error(`${question.title} is not a question about events`);
      const statement = prepared.get(question) ?? connection.prepare(questionSql(question.events, distinct));
      prepared.set(question, statement);
      return (await (await statement).runAndReadAll()).getRowObjectsJS();
    },
  };
}
