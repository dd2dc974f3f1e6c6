import { isTemporaryFailure } from '@funnel/db';
import { ServiceError } from '@funnel/domain';
import { withNextStep } from './notes/next-step.ts';
import type { Operation } from './operation.ts';
import { wantsNotes } from './parse-request.ts';
import type { OperationRequest } from './request.ts';

/** PostgreSQL's code for a statement that was cancelled, by us or by its time limit. */
export const QUERY_CANCELED = '57014';

/** The database gave up a statement: it has too much to do, or the question is too large. */
const TOO_SLOW = 'The database took too long. Try again, or ask for a shorter window.';
const NOT_NOW = 'The database is unavailable. Try again.';

/** The error that a caller gets: what failed, and what to do next. */
export function explainFailure(failure: unknown, operation: Operation, request: OperationRequest): unknown {
  const error = isTemporaryFailure(failure) ? unavailable(failure, request) : failure;
  if (!mayHaveNotes(operation, request)) return error;
  const { websiteIds, campaignIds } = request.principal;
  const failed = { websites: websiteIds.length, isLimited: campaignIds !== undefined, now: request.now };
  return withNextStep(error, failed);
}

function unavailable(failure: unknown, { signal }: OperationRequest): unknown {
  const isCanceled = (failure as { code?: unknown }).code === QUERY_CANCELED;
  if (isCanceled && signal?.aborted) return signal.reason;
  const options = { headers: { 'Retry-After': '1' }, cause: failure };
  return new ServiceError('unavailable', isCanceled ? TOO_SLOW : NOT_NOW, options);
}

function mayHaveNotes(operation: Operation, request: OperationRequest): boolean {
  try {
    return wantsNotes(operation, request);
  } catch {
    return false;
  }
}
