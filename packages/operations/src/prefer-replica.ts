import type { Database } from '@funnel/db';
import { ServiceError } from '@funnel/domain';
import type { Operation } from './operation.ts';

/** PostgreSQL's code for a statement that was cancelled, by us or by its time limit. */
export const QUERY_CANCELED = '57014';

/** Where a request may read. */
export interface Sources {
  database: Database;
  /** A copy of the database that is fresh enough for reports, if there is one at the moment. */
  replica?: (() => Database | undefined) | undefined;
  /** When it aborts, nobody waits for the answer any more: its statements are cancelled. */
  signal?: AbortSignal | undefined;
}

/**
 * Reads a report from the replica. If the replica does not know what is asked for, or fails, the primary is asked: what was
 * just created there is never missing, and nobody notices a replica that goes away.
 */
export async function preferReplica<Result>(
  operation: Operation,
  { database, replica, signal }: Sources,
  read: (from: Database) => Promise<Result>,
): Promise<Result> {
  const copy = operation.tool ? replica?.() : undefined;
  if (!copy) return read(database);
  try {
    return await read(copy);
  } catch (error) {
    if (signal?.aborted || !mayPrimaryKnow(error)) throw error;
    return read(database);
  }
}

/** A question that took too long would take as long there; a wrong one is wrong there, too. */
function mayPrimaryKnow(error: unknown): boolean {
  if (!(error instanceof ServiceError) || error.status === 404) return true;
  return error.status === 503 && (error.cause as { code?: unknown } | undefined)?.code !== QUERY_CANCELED;
}
