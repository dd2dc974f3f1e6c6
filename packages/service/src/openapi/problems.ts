import { ERRORS, type ErrorCode, ServiceError, toProblem } from '@funnel/domain';
import { type COMMON_HEADERS, headerReferences } from './headers.ts';

/** The body of every error, for the component `Problem` of an OpenAPI document. */
export const PROBLEM_SCHEMA = {
  type: 'object',
  description: 'RFC 9457 problem details.',
  required: ['type', 'title', 'status', 'detail', 'code', 'instance'],
  properties: {
    type: { type: 'string', format: 'uri', description: 'The code as an address; it leads nowhere.' },
    title: { type: 'string', description: 'The kind of problem, for people.' },
    status: { type: 'integer', description: 'The HTTP status.' },
    detail: { type: 'string', description: 'What is wrong and how to fix it.' },
    code: { type: 'string', description: 'Stable, for programs.' },
    instance: {
      type: 'string',
      description: 'The request id, also in X-Request-Id. Quote it in support requests.',
    },
    parameter: { type: 'string', description: 'The invalid parameter or body field.' },
    allowed: { type: 'array', items: { type: 'string' }, description: 'The values it may take.' },
    notes: {
      type: 'array',
      items: {
        type: 'object',
        required: ['code', 'text'],
        properties: {
          code: { type: 'string', description: 'Stable, for programs.' },
          text: { type: 'string', description: 'The note, for people and assistants.' },
        },
      },
      description: 'Only with notes=true and a 404: what to do next.',
    },
  },
};

const HEADERS_BY_STATUS: Record<number, (keyof typeof COMMON_HEADERS)[]> = {
  401: ['WWW-Authenticate'],
  403: ['WWW-Authenticate'],
  429: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  503: ['Retry-After'],
};

/** The problems with these codes, as OpenAPI responses by status. */
export function problemResponsesOf(all: readonly ErrorCode[]): Record<string, unknown> {
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
    ...(headers && { headers: headerReferences(headers) }),
    content: { 'application/problem+json': { schema, examples: Object.fromEntries(codes.map(exampleOf)) } },
  };
}

function exampleOf(code: ErrorCode) {
  const error = new ServiceError(code, `${ERRORS[code].title}.`);
  return [code, { value: toProblem(error, '147db0f4-fb36-4589-b6aa-6654c897cb3d') }] as const;
}
