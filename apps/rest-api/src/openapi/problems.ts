import { ERRORS, type ErrorCode, ServiceError, toProblem } from '@funnel/domain';
import { fieldsOf, type Operation } from '@funnel/operations';
import { references } from './headers.ts';

/** The body of every error. */
export const PROBLEM_SCHEMA = {
  type: 'object',
  description: 'RFC 9457 problem details.',
  required: ['type', 'title', 'status', 'detail', 'code', 'instance'],
  properties: {
    type: { type: 'string', format: 'uri' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'What is wrong and how to fix it.' },
    code: { type: 'string', description: 'Stable, for programs.' },
    instance: {
      type: 'string',
      description: 'The request id, also in X-Request-Id. Quote it in support requests.',
    },
    parameter: { type: 'string', description: 'The invalid parameter or body field.' },
    allowed: { type: 'array', items: { type: 'string' }, description: 'The values it may take.' },
  },
};

const HEADERS_BY_STATUS: Record<number, Parameters<typeof references>[0]> = {
  401: ['WWW-Authenticate'],
  403: ['WWW-Authenticate'],
  429: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  503: ['Retry-After'],
};

/** Every problem that an operation can respond with, by status. */
export function problemResponses({
  body,
  websiteRule,
  parameters,
  errors,
}: Operation): Record<string, unknown> {
  return byStatus([
    ...(body ? (['invalid_json'] as const) : []),
    ...(websiteRule === 'one' ? (['website_id_required'] as const) : []),
    'unauthorized',
    'forbidden',
    ...(websiteRule === 'all' ? [] : (['not_found'] as const)),
    ...(body ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
    ...fieldsOf(parameters).flatMap(([, { codes }]) => codes),
    ...errors,
    'rate_limited',
    'internal_error',
    'overloaded',
    'unavailable',
  ]);
}

function byStatus(all: readonly ErrorCode[]): Record<string, unknown> {
  const codes = [...new Set(all)];
  const statuses = [...new Set(codes.map((code) => ERRORS[code].status))];
  return Object.fromEntries(
    statuses.map((status) => [
      String(status),
      response(
        status,
        codes.filter((code) => ERRORS[code].status === status),
      ),
    ]),
  );
}

function response(status: number, codes: readonly ErrorCode[]) {
  const schema = {
    allOf: [{ $ref: '#/components/schemas/Problem' }, { properties: { code: { enum: codes } } }],
  };
  const headers = HEADERS_BY_STATUS[status];
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].title}.`).join(' '),
    ...(headers && { headers: references(headers) }),
    content: { 'application/problem+json': { schema, examples: Object.fromEntries(codes.map(exampleOf)) } },
  };
}

function exampleOf(code: ErrorCode) {
  const error = new ServiceError(code, `${ERRORS[code].title}.`);
  return [code, { value: toProblem(error, '147db0f4-fb36-4589-b6aa-6654c897cb3d') }] as const;
}
