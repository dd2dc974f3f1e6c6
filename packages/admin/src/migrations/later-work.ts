import type { Sql, TransactionSql } from 'postgres';
import { fillEstimates } from './fill-estimates.ts';

/** What a migration leaves to be done in batches: it can be run again, and the next migration waits for it. */
const LATER_WORK: Readonly<Record<string, (connection: Sql) => Promise<void>>> = {
  '0003_visitor_estimates': fillEstimates,
};

/** Remembers the work in the transaction of the migration, so that a process that is killed does not lose it. */
export async function rememberWork(transaction: TransactionSql, migration: string): Promise<void> {
  if (LATER_WORK[migration])
    await transaction`insert into drizzle.unfinished_work (migration) values (${migration})`;
}

/** Does what was left to be done, also by another process that was interrupted. */
export async function finishWork(connection: Sql, say: (message: string) => void): Promise<void> {
  const rows = await connection<{ migration: string }[]>`
    select migration from drizzle.unfinished_work order by migration`;
  for (const { migration } of rows) {
    say(`${migration}: changing rows in batches`);
    await LATER_WORK[migration]?.(connection);
    await connection`delete from drizzle.unfinished_work where migration = ${migration}`;
  }
}
