import { ServiceError } from '@funnel/domain';

const RETRY_AFTER_SECONDS = 1;

/** The classes of PostgreSQL's codes that say "not now": connection, rollback, resources, operator, system. */
const TEMPORARY_CLASSES = /^(?:08|40|53|57|58)[0-9A-Z]{3}$/;
/** A lock was not available. */
const LOCK_NOT_AVAILABLE = '55P03';
/** Codes of the client and of the network. */
const CONNECTION_CODES =
  /^(?:CONNECTION_\w+|CONNECT_TIMEOUT|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/;

/** Turns the error of a database that is down or slow into 503. The sender can safely send the same body again. */
export function databaseFailure(error: unknown): unknown {
  const code = codeOf(error);
  const isTemporary =
    TEMPORARY_CLASSES.test(code) || code === LOCK_NOT_AVAILABLE || CONNECTION_CODES.test(code);
  if (!isTemporary) return error;
  const detail = 'The database is unavailable or too slow. Send the same body again.';
  const headers = { 'Retry-After': String(RETRY_AFTER_SECONDS) };
  return new ServiceError('unavailable', detail, { headers, cause: error });
}

/** Drizzle wraps the error of the driver. */
function codeOf(error: unknown): string {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } };
  const known = code ?? cause?.code;
  return typeof known === 'string' ? known : '';
}
