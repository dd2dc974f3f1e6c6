import { readFileSync } from 'node:fs';
import type { Sql, TransactionSql } from 'postgres';

type Parameter = string | number | boolean | null;

/** A statement of `sql/`: the file as it is, sent as a prepared statement. */
export interface Statement {
  <Row extends object>(sql: Sql | TransactionSql, parameters: Parameter[]): Promise<Row[]>;
}

/** Loads `sql/<name>.sql` once. */
export function statement(name: string): Statement {
  const text = readFileSync(new URL(`../../sql/${name}.sql`, import.meta.url), 'utf8');
  return async <Row extends object>(sql: Sql | TransactionSql, parameters: Parameter[]) =>
    (await sql.unsafe<Row[]>(text, parameters, { prepare: true })) as Row[];
}
