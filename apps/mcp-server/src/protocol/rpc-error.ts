/** A JSON-RPC error for the caller. Both SDKs send the `code`, `message` and `data` of what is thrown. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
    this.data = data;
  }
}

export const METHOD_NOT_FOUND = -32_601;
export const INVALID_PARAMS = -32_602;
export const INTERNAL_ERROR = -32_603;
/** The code for an unknown resource until 2025-11-25; the SDK of the later revision changes it to -32602. */
export const RESOURCE_NOT_FOUND = -32_002;
