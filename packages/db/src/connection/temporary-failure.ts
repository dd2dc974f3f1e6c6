/** The classes of PostgreSQL's codes that say "not now": connection, rollback, resources, operator, system. */
const TEMPORARY_CLASSES = /^(?:08|40|53|57|58)[0-9A-Z]{3}$/;
const LOCK_NOT_AVAILABLE = '55P03';
/** Citus has lost its connection to a worker inside a transaction, and says only "internal error": its routine tells more. */
const INTERNAL_ERROR = 'XX000';
const LOST_WORKER_ROUTINES = new Set(['MarkRemoteTransactionFailed', 'CheckRemoteTransactionsHealth']);
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
  const { code, routine } = codesOf(error);
  return (
    TEMPORARY_CLASSES.test(code) ||
    code === LOCK_NOT_AVAILABLE ||
    CONNECTION_CODES.test(code) ||
    (code === INTERNAL_ERROR && LOST_WORKER_ROUTINES.has(routine))
  );
}

interface Codes {
  code?: unknown;
  routine?: unknown;
}

/** Drizzle wraps the error of the driver. */
function codesOf(error: unknown): { code: string; routine: string } {
  const given = (error ?? {}) as Codes & { cause?: Codes };
  const { code, routine } = given.code === undefined && given.cause ? given.cause : given;
  return { code: typeof code === 'string' ? code : '', routine: typeof routine === 'string' ? routine : '' };
}
