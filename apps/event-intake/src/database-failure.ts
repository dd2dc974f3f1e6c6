import { isTemporaryFailure } from '@funnel/db';
import { ServiceError } from '@funnel/domain';

const RETRY_AFTER_SECONDS = 1;

/** Turns the error of a database that is down or slow into 503. The sender can safely send the same body again. */
export function databaseFailure(error: unknown): unknown {
  if (!isTemporaryFailure(error)) return error;
  const detail = 'The database is unavailable or too slow. Send the same body again.';
  const headers = { 'Retry-After': String(RETRY_AFTER_SECONDS) };
  return new ServiceError('unavailable', detail, { headers, cause: error });
}
