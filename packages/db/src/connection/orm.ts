import { PgDatabase, PgDialect } from 'drizzle-orm/pg-core';
import {
  type PostgresJsQueryResultHKT,
  PostgresJsSession,
  PostgresJsTransaction,
} from 'drizzle-orm/postgres-js';
import type { Sql, TransactionSql } from 'postgres';
import { observed } from './observer.ts';

/** Runs SQL files: the pool, or a transaction. */
export type Connection = Sql | TransactionSql;

export type Orm = PgDatabase<PostgresJsQueryResultHKT>;

type NoSchema = Record<string, never>;

const dialect = new PgDialect();

/**
 * Drizzle on the pool, or inside a transaction that `database.sql.begin` has opened: for work that needs both Drizzle
 * and SQL files.
 * @example
 * import { accounts } from '@funnel/db/schema';
 *
 * await database.sql.begin(async (transaction) => {
 *   await ormOn(transaction).insert(accounts).values({ id: 77, name: 'Oak & Linen' });
 *   const [account] = await transaction`select name from accounts where id = 77`;
 *   assert.equal(account?.name, 'Oak & Linen');
 * });
 */
export function ormOn(connection: Connection): Orm {
  return new PgDatabase(dialect, new Session(connection as Sql, dialect, undefined), undefined);
}

/** Throws the errors of PostgreSQL: those of Drizzle repeat all parameters, and personal data must not reach a log. */
class Session extends PostgresJsSession<Sql, NoSchema, NoSchema> {
  override prepareQuery: PostgresJsSession<Sql, NoSchema, NoSchema>['prepareQuery'] = (...parameters) => {
    const query = super.prepareQuery(...parameters);
    const execute = query.execute.bind(query);
    const [{ sql: text }] = parameters;
    query.execute = (values) => observed(() => nameOf(text), execute(values).catch(throwCause)) as never;
    return query;
  };

  override transaction: PostgresJsSession<Sql, NoSchema, NoSchema>['transaction'] = (work, config) => {
    const inside = async (client: TransactionSql) => {
      const session = new Session(client as unknown as Sql, dialect, undefined);
      const transaction = new PostgresJsTransaction(dialect, session as never, undefined);
      if (config) await transaction.setTransaction(config);
      return work(transaction as never);
    };
    // A transaction inside another one is a savepoint of it.
    const { client } = this as { client: Connection };
    return ('savepoint' in client ? client.savepoint(inside) : client.begin(inside)) as never;
  };
}

/** The verb and the table of a statement: Drizzle writes names of tables in quotes, and values never. */
function nameOf(text: string): string {
  const [verb = ''] = /^\w+/.exec(text) ?? [];
  const [, table = ''] = /\b(?:from|into|update) "(\w+)"/.exec(text) ?? [];
  return `${verb} ${table}`.trim();
}

function throwCause(error: Error): never {
  throw error.cause ?? error;
}
