import { types } from 'node:util';

export interface ErrorDescription {
  type: string;
  message: string;
  code?: string;
  stack?: string;
  cause?: ErrorDescription;
}

/** What the log keeps of an error. Nothing else: database errors carry the values of a row as properties. */
export function describeError(error: unknown): ErrorDescription {
  if (!types.isNativeError(error)) return { type: typeof error, message: String(error) };
  return {
    type: error.name,
    message: error.message,
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    ...(error.stack !== undefined && { stack: error.stack }),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}
