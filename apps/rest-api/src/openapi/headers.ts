import { fieldsOf, type Operation } from '@funnel/operations';
import { ESTIMATE } from '../http/report-headers.ts';

const text = (description: string, more: object = {}) => ({
  description,
  schema: { type: 'string', ...more },
});

/** Every response header of the API. */
export const HEADERS = {
  ETag: text(
    'Changes with the data of the websites, the parameters, the format and the UTC day. Send it back in If-None-Match to get 304 while nothing has changed.',
  ),
  'Cache-Control': text('Only the caller may cache the response, and must revalidate it before each use.', {
    const: 'private, no-cache',
  }),
  'Data-Recorded-At': text('When the newest event of the websites was recorded; absent before the first.', {
    format: 'date-time',
  }),
  'Counting-Method': text(
    `How visitors were counted: \`exact\` with count_type=total, else \`${ESTIMATE}\`. Orders and revenue are always exact.`,
  ),
  'Last-Bucket': text(
    'Only with a series: `running` if its window reaches today, so its last point may grow.',
    {
      enum: ['running', 'complete'],
    },
  ),
  'No-Store': text('Contains personal data or secrets: must not be cached.', {
    const: 'private, no-store',
  }),
  Link: text('RFC 8288: absolute addresses of the pages `first`, `prev`, `next` and `last`.'),
  'X-Total-Count': {
    description: 'The number of entries on all pages.',
    schema: { type: 'integer', minimum: 0 },
  },
  RateLimit: text('What is left: `r` requests of the credential in the next `t` seconds.', {
    examples: ['"per-minute";r=599;t=60'],
  }),
  'RateLimit-Policy': text('The limit: `q` requests per credential in `w` seconds.', {
    examples: ['"per-minute";q=600;w=60'],
  }),
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
  'X-Request-Id': text('Identifies the request in logs and problems.'),
  'WWW-Authenticate': text('RFC 6750: what is wrong with the credential.'),
};

type HeaderName = keyof typeof HEADERS;

/** The headers of an operation's successful response. */
export function responseHeaders(operation: Operation): Record<string, unknown> {
  return {
    ...(operation.caching === 'revalidate' ? reportHeaders(operation) : resourceHeaders(operation)),
    ...references(['RateLimit', 'RateLimit-Policy', 'X-Request-Id']),
  };
}

/** References to headers of the document, by their names. */
export function references(names: readonly HeaderName[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, referenceTo(name)]));
}

function reportHeaders({ websiteRule, parameters }: Operation): Record<string, unknown> {
  return references([
    'ETag',
    'Cache-Control',
    'Data-Recorded-At',
    ...(websiteRule === 'all' ? [] : (['Counting-Method'] as const)),
    ...(hasField(parameters, 'group_by') ? (['Last-Bucket'] as const) : []),
  ]);
}

function resourceHeaders({ parameters }: Operation): Record<string, unknown> {
  return {
    'Cache-Control': referenceTo('No-Store'),
    ...(hasField(parameters, 'page') ? references(['Link', 'X-Total-Count']) : {}),
  };
}

function hasField(parameters: Operation['parameters'], name: string): boolean {
  return fieldsOf(parameters).some(([field]) => field === name);
}

function referenceTo(name: HeaderName): { $ref: string } {
  return { $ref: `#/components/headers/${name}` };
}
