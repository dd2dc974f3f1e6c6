import { readFileSync } from 'node:fs';
import type { Row, Sql, TransactionSql } from 'postgres';

type Parameter = string | number | boolean | null;

/** A statement of `sql/`: the file as it is, sent as a prepared statement. */
export interface Statement {
  <Found extends object>(sql: Sql | TransactionSql, parameters: Parameter[]): Promise<Found[]>;
  /**
   * The rows one by one, as they come in, and each made into what is kept of it: while the server still sends,
   * and without holding thousands of wide rows at once.
   */
  map<Result>(
    sql: Sql | TransactionSql,
    parameters: Parameter[],
    make: (row: Row) => Result,
  ): Promise<Result[]>;
}

/** Loads the statements of one folder, each file once: `statementsIn(new URL('../sql/', import.meta.url))`. */
export function statementsIn(folder: URL): (name: string) => Statement {
  return (name) => {
    const text = readFileSync(new URL(`${name}.sql`, folder), 'utf8');
    const run = async <Found extends object>(sql: Sql | TransactionSql, parameters: Parameter[]) =>
      (await sql.unsafe<Found[]>(text, parameters, { prepare: true })) as Found[];
    return Object.assign(run, { map: mapOf(text) });
  };
}

function mapOf(text: string): Statement['map'] {
  return async <Result>(sql: Sql | TransactionSql, parameters: Parameter[], make: (row: Row) => Result) => {
    const made: Result[] = [];
    let failure: { error: unknown } | undefined;
    await sql.unsafe(text, parameters, { prepare: true }).forEach((row) => {
      // Thrown here it would end the process, not the promise.
      try {
        made.push(make(row));
      } catch (error) {
        failure ??= { error };
      }
    });
    if (failure) throw failure.error;
    return made;
  };
}
