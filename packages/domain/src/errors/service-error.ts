import { ERRORS, type ErrorCode } from './error-table.ts';

export interface ServiceErrorOptions {
  /** The invalid parameter or body field. */
  parameter?: string | undefined;
  /** The values that the parameter accepts. */
  allowed?: readonly string[] | undefined;
  /** Everything that is wrong, if a request can have several faults. */
  problems?: readonly string[] | undefined;
  /** What to do next, if the caller wants notes. */
  notes?: readonly { code: string; text: string }[] | undefined;
  /** Further members of the problem details (RFC 9457, 3.2), such as the counts of a batch. */
  members?: Readonly<Record<string, unknown>> | undefined;
  /** Headers for the response, such as `Allow` or `Retry-After`. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** The underlying error: logged, never sent to the caller. */
  cause?: unknown;
}

/**
 * An expected error with a code of `ERRORS`. The caller receives `detail`.
 * @example
 * const error = new ServiceError('invalid_limit', 'limit must be from 1 to 100.', { parameter: 'limit' });
 * assert.equal(error.status, 422);
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly detail: string;
  readonly parameter: string | undefined;
  readonly allowed: readonly string[] | undefined;
  readonly problems: readonly string[] | undefined;
  readonly notes: readonly { code: string; text: string }[] | undefined;
  readonly members: Readonly<Record<string, unknown>> | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;

  constructor(code: ErrorCode, detail: string, options: ServiceErrorOptions = {}) {
    super(detail, options.cause === undefined ? {} : { cause: options.cause });
    this.code = code;
    this.status = ERRORS[code].status;
    this.detail = detail;
    this.parameter = options.parameter;
    this.allowed = options.allowed;
    this.problems = options.problems;
    this.notes = options.notes;
    this.members = options.members;
    this.headers = options.headers;
  }
}
