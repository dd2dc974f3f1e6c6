import { openBench } from '../../bench-database.ts';
import { DISTINCT, questionSql } from '../question-sql.ts';
import type { EventContender } from './event-contender.ts';

/** PostgreSQL without the product. */
export interface PlainPostgres extends EventContender {
  version: string;
  close(): Promise<void>;
}

/** The plain table, on the same server as the product. Counts visitors exactly. */
export async function openPlainPostgres(url: string): Promise<PlainPostgres> {
  const database = openBench(url, { maxConnections: 1 });
  const [row] = await database.sql.unsafe('show server_version');
  return {
    version: `PostgreSQL ${String(row?.['server_version'])}`,
    async ask(question) {
      if (!question.events) throw new Error(`${question.title} is not a question about events`);
      return database.sql.unsafe(questionSql(question.events, DISTINCT.exact), [], { prepare: true });
    },
    close: () => database.close(),
  };
}
