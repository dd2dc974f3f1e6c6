import { ERRORS, type ErrorCode, ServiceError, toProblem } from '@funnel/domain';
import type { Report, Resource } from '@funnel/operations';

export const PROBLEM_SCHEMA = {
  type: 'object',
  description: 'RFC 9457 problem details.',
  required: ['type', 'title', 'status', 'detail', 'code', 'instance'],
  properties: {
    type: { type: 'string', format: 'uri' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'What is wrong and how to mend it.' },
    code: { type: 'string', description: 'Stable, for programs.' },
    instance: { type: 'string', description: 'The request id, also in X-Request-Id: quote it.' },
    parameter: { type: 'string', description: 'The parameter at fault.' },
    allowed: { type: 'array', items: { type: 'string' }, description: 'The values it may take.' },
  },
};

/** Where a parameter has no code of its own name. */
const CODES: Record<string, ErrorCode[]> = {
  range_start: ['invalid_range'],
  range_end: ['invalid_range'],
  website_ids: ['invalid_website_id'],
  group_by: ['invalid_group_by', 'range_too_wide'],
};

const HEADERS: Record<number, readonly string[]> = {
  401: ['WWW-Authenticate'],
  403: ['WWW-Authenticate'],
  429: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
};

/** Every problem a report can answer with, by status. */
export function reportProblems({ websiteRule, parameters }: Report): Record<string, unknown> {
  return byStatus([
    ...(websiteRule === 'one' ? (['website_id_required'] as const) : []),
    'unauthorized',
    'forbidden',
    ...(websiteRule === 'all' ? [] : (['not_found'] as const)),
    ...Object.keys(parameters).flatMap((name) => codesOf(name)),
    'rate_limited',
    'internal_error',
    'unavailable',
  ]);
}

/** Every problem an operation on a resource can answer with, by status. */
export function resourceProblems({ body, parameters, codes = [] }: Resource): Record<string, unknown> {
  return byStatus([
    ...(body ? (['invalid_json'] as const) : []),
    'website_id_required',
    'unauthorized',
    'forbidden',
    'not_found',
    ...(body ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
    ...Object.keys(parameters).flatMap((name) => codesOf(name)),
    ...codes,
    'rate_limited',
    'internal_error',
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

function codesOf(name: string): ErrorCode[] {
  const own = `invalid_${name}`;
  return CODES[name] ?? (own in ERRORS ? [own as ErrorCode] : []);
}

function response(status: number, codes: readonly ErrorCode[]) {
  const schema = {
    allOf: [{ $ref: '#/components/schemas/Problem' }, { properties: { code: { enum: codes } } }],
  };
  const headers = HEADERS[status]?.map((name) => [name, { $ref: `#/components/headers/${name}` }]);
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].title}.`).join(' '),
    ...(headers && { headers: Object.fromEntries(headers) }),
    content: { 'application/problem+json': { schema, examples: Object.fromEntries(codes.map(exampleOf)) } },
  };
}

function exampleOf(code: ErrorCode) {
  const error = new ServiceError(code, `${ERRORS[code].title}.`);
  return [code, { value: toProblem(error, '147db0f4-fb36-4589-b6aa-6654c897cb3d') }] as const;
}
