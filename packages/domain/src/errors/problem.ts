import { ERRORS, type ErrorCode } from './error-table.ts';
import { ServiceError } from './service-error.ts';

/** RFC 9457, with our code, the request id as `instance`, and what helps to mend the request. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ErrorCode;
  instance: string;
  parameter?: string;
  allowed?: readonly string[];
}

/** Whatever is not a ServiceError was not foreseen: the caller learns its request id and nothing else. */
export function toProblem(error: unknown, instance: string): Problem {
  if (!(error instanceof ServiceError)) {
    return problemOf(
      'internal_error',
      'Something went wrong on our side. Quote the instance when reporting it.',
      instance,
    );
  }
  return {
    ...problemOf(error.code, error.detail, instance),
    ...(error.parameter === undefined ? {} : { parameter: error.parameter }),
    ...(error.allowed === undefined ? {} : { allowed: error.allowed }),
  };
}

function problemOf(code: ErrorCode, detail: string, instance: string): Problem {
  const { status, title } = ERRORS[code];
  return { type: `urn:funnel:problem:${code}`, title, status, detail, code, instance };
}
