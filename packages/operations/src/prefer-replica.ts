import type { Database } from '@funnel/db';
import { ServiceError } from '@funnel/domain';
import { QUERY_CANCELED } from './explain-failure.ts';
import type { Operation } from './operation.ts';
import type { OperationRequest } from './request.ts';

/** The copy of the database that answers a report, if there is one at the moment. */
export function replicaFor({ tool }: Operation, { replica }: OperationRequest): Database | undefined {
  return tool && replica;
}

/**
 * Whether the primary may have the answer where the replica failed: what was just created there is never missing, and
 * nobody notices a replica that goes away. A question that took too long would take as long there; a wrong one is wrong
 * there, too.
 */
export function mayPrimaryKnow(failure: unknown): boolean {
  if (failure instanceof ServiceError) return failure.status === 404;
  return (failure as { code?: unknown } | undefined)?.code !== QUERY_CANCELED;
}
