/** The classes of PostgreSQL's codes that say "not now": connection, rollback, resources, operator, system. */
const TEMPORARY_CLASSES = /^(?:08|40|53|57|58)[0-9A-Z]{3}$/;
/** A lock was not available. */
const LOCK_NOT_AVAILABLE = '55P03';
/** Codes of the client, of the network and of TLS. */
const CONNECTION_CODES =
  /^(?:CONNECTION_\w+|CONNECT_TIMEOUT|ANSWER_TIMEOUT|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|ERR_TLS_\w+|(?:CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)_\w+)$/;

/**
 * Whether an error says that the database is down, full or too slow: the same work may succeed later.
 * @example
 * assert.equal(isTemporaryFailure({ code: '53100' }), true); // the disk is full
 * assert.equal(isTemporaryFailure({ code: '42P01' }), false); // there is no such table
 */
export function isTemporaryFailure(error: unknown): boolean {
  const code = codeOf(error);
  return TEMPORARY_CLASSES.test(code) || code === LOCK_NOT_AVAILABLE || CONNECTION_CODES.test(code);
}

/** Drizzle wraps the error of the driver. */
function codeOf(error: unknown): string {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } };
  const known = code ?? cause?.code;
  return typeof known === 'string' ? known : '';
}
