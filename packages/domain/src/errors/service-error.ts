import { ERRORS, type ErrorCode } from './error-table.ts';

export interface ServiceErrorOptions {
  /** The parameter or body field at fault. */
  parameter?: string | undefined;
  /** The values it may take. */
  allowed?: readonly string[] | undefined;
  /** Headers the answer must carry, such as `Allow` or `Retry-After`. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** What lies behind it: for the log, never for the caller. */
  cause?: unknown;
}

/** An error with a code of the table; `detail` is written for the caller and reaches him. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly detail: string;
  readonly parameter: string | undefined;
  readonly allowed: readonly string[] | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;

  constructor(code: ErrorCode, detail: string, options: ServiceErrorOptions = {}) {
    super(detail, options.cause === undefined ? {} : { cause: options.cause });
    this.code = code;
    this.status = ERRORS[code].status;
    this.detail = detail;
    this.parameter = options.parameter;
    this.allowed = options.allowed;
    this.headers = options.headers;
  }
}
