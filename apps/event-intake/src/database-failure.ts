import { isTemporaryFailure } from '@funnel/db';
import { MissingVisitorSecretError, ServiceError } from '@funnel/domain';

const RETRY_AFTER_SECONDS = 1;

/** Turns the error of a database that is down or slow, or knows a secret that this process does not have, into 503. The sender can safely send the same body again. */
export function databaseFailure(error: unknown): unknown {
  const detail = detailOf(error);
  if (detail === undefined) return error;
  const headers = { 'Retry-After': String(RETRY_AFTER_SECONDS) };
  return new ServiceError('unavailable', detail, { headers, cause: error });
}

function detailOf(error: unknown): string | undefined {
  if (isTemporaryFailure(error)) return 'The database is unavailable or too slow. Send the same body again.';
  if (error instanceof MissingVisitorSecretError)
    return 'The service cannot record events of a website until its operator corrects its settings. Send the same body again.';
  return undefined;
}
