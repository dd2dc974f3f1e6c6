import type { Sql } from 'postgres';
import { type LockOptions, retryWhileLocked } from './short-locks.ts';

/** Each attempt waits for others as long as the session may, and builds the index from its beginning. */
const BUILD_ATTEMPTS = 3;
const COMMENT = /^\s*--.*$/gm;
const CONCURRENT_INDEX =
  /^\s*create (?:unique )?index concurrently (?:if not exists )?"?(?<index>\w+)"? on\b/i;

/** Whether a migration builds indexes while everybody writes, which PostgreSQL does only outside a transaction. */
export function isBuiltConcurrently(statements: readonly string[]): boolean {
  return statements.every((statement) => indexOf(statement) !== undefined);
}

/**
 * Builds an index while services go on. PostgreSQL waits for the transactions that run at its beginning, and nobody waits for
 * it. What an interrupted build left is removed first, and an index that is there stays: it can be run again.
 */
export async function buildIndex(
  connection: Sql,
  migration: string,
  statement: string,
  options: LockOptions,
): Promise<void> {
  const index = indexOf(statement) ?? '';
  const attempts = {
    ...options,
    lockAttempts: Math.min(options.lockAttempts ?? BUILD_ATTEMPTS, BUILD_ATTEMPTS),
  };
  await retryWhileLocked(connection, migration, attempts, async () => {
    const [found] = await connection<{ valid: boolean }[]>`
      select indisvalid as valid from pg_index where indexrelid = to_regclass(${index})`;
    if (found?.valid) return;
    if (found) await connection`drop index concurrently ${connection(index)}`;
    options.say?.(`${migration}: building ${index}, while services go on`);
    await connection.unsafe(statement);
  });
}

function indexOf(statement: string): string | undefined {
  return CONCURRENT_INDEX.exec(statement.replaceAll(COMMENT, ''))?.groups?.['index'];
}
