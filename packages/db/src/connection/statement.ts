import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { MaybeRow, PendingQuery } from 'postgres';
import type { Columns, ValuesOf } from './column-types.ts';
import type { Connection } from './database.ts';
import { observed } from './observer.ts';
import { untilSettled } from './running-statements.ts';

/** A SQL file, sent as a prepared statement. */
export interface Statement<Parameters, Row> {
  (connection: Connection, parameters: Parameters): Promise<Row[]>;
  /** Converts each row as it arrives: for thousands of wide rows, which are then never all in memory. */
  map<Result>(
    connection: Connection,
    parameters: Parameters,
    convert: (row: Row) => Result,
  ): Promise<Result[]>;
}

/** The type of a statement's result rows: `RowOf<typeof readCampaign>`. */
export type RowOf<S> = S extends Statement<never, infer Row> ? Row : never;

/** What the code says about a SQL file; `verify:sql` compares it with what PostgreSQL says. */
export interface DeclaredStatement {
  file: string;
  /** With its parts. */
  text: string;
  /** `$1`, `$2` and so on, in this order. */
  parameters: Columns;
  columns: Columns;
}

const declared: DeclaredStatement[] = [];

export function declaredStatements(): readonly DeclaredStatement[] {
  return declared;
}

/**
 * Returns a function that declares the SQL files of one folder: name, parameters, result columns, and what `{{name}}` in the file stands for,
 * where SQL repeats or belongs to another module.
 * @example
 * import { int4, json, statementsIn } from '@funnel/db/sql';
 *
 * const statement = statementsIn(sqlFolder); // new URL('../sql/', import.meta.url)
 * const readStep = statement(
 *   'read-step',
 *   { website: int4(), step: int4() },
 *   { id: int4(), position: int4(), elements: json() },
 * );
 * const [step] = await readStep(database.sql, { website: 1, step: 10111 });
 * assert.equal(step?.position, 1);
 */
export function statementsIn(folder: URL) {
  return <const P extends Columns, const C extends Columns>(
    name: string,
    parameters: P,
    columns: C,
    parts: Readonly<Record<string, string>> = {},
  ): Statement<ValuesOf<P>, ValuesOf<C>> => {
    const file = fileURLToPath(new URL(`${name}.sql`, folder));
    const text = readSqlFile(file).replaceAll(/\{\{(\w+)\}\}/g, (_whole, part: string) => {
      if (parts[part] === undefined) throw new Error(`${file}: the code declares no part "${part}"`);
      return parts[part];
    });
    declared.push({ file, text, parameters, columns });
    const order = Object.keys(parameters);
    const nameOf = () => name;
    const send = (connection: Connection, given: ValuesOf<P>) => {
      const values = order.map((parameter) => given[parameter]) as never[];
      return connection.unsafe<ValuesOf<C>[]>(text, values, { prepare: true });
    };
    const run: Statement<ValuesOf<P>, ValuesOf<C>> = (connection, given) => {
      const query = send(connection, given);
      return untilSettled(connection, query, () => observed(nameOf, query));
    };
    run.map = (connection, given, convert) => {
      const query = send(connection, given);
      return untilSettled(connection, query, () => observed(nameOf, mapRows(query, convert)));
    };
    return run;
  };
}

async function mapRows<Row extends MaybeRow, Result>(
  query: PendingQuery<Row[]>,
  convert: (row: Row) => Result,
): Promise<Result[]> {
  const converted: Result[] = [];
  let failure: { error: unknown } | undefined;
  await query.forEach((row) => {
    // An error thrown inside this callback would end the process, not reject the promise.
    try {
      converted.push(convert(row));
    } catch (error) {
      failure ??= { error };
    }
  });
  if (failure) throw failure.error;
  return converted;
}

function readSqlFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`${file}: the code declares this SQL file, but it cannot be read`, { cause: error });
  }
}
