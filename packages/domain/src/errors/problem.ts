import { ERRORS, type ErrorCode } from './error-table.ts';
import { ServiceError } from './service-error.ts';

/** RFC 9457 problem details, with our code, the request id as `instance`, and hints to fix the request. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ErrorCode;
  instance: string;
  parameter?: string;
  allowed?: readonly string[];
  problems?: readonly string[];
  notes?: readonly { code: string; text: string }[];
}

/**
 * Converts an error into problem details. An unexpected error reveals nothing but the request id.
 * @example
 * assert.equal(toProblem(new ServiceError('not_found', 'No such website.'), 'request-1').status, 404);
 */
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
    ...error.members,
    ...(error.parameter === undefined ? {} : { parameter: error.parameter }),
    ...(error.allowed === undefined ? {} : { allowed: error.allowed }),
    ...(error.problems === undefined ? {} : { problems: error.problems }),
    ...(error.notes === undefined ? {} : { notes: error.notes }),
  };
}

function problemOf(code: ErrorCode, detail: string, instance: string): Problem {
  const { status, title } = ERRORS[code];
  return { type: `urn:funnel:problem:${code}`, title, status, detail, code, instance };
}
