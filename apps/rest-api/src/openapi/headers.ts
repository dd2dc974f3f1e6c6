import type { Report, Resource } from '@funnel/operations';

const text = (description: string, more: object = {}) => ({
  description,
  schema: { type: 'string', ...more },
});

export const HEADERS = {
  ETag: text(
    'Changes with the data of the websites, the parameters, the format and the UTC day. Send it back in If-None-Match: 304 while nothing has changed.',
  ),
  'Cache-Control': text('An answer may be kept by its caller alone and is checked before each use.', {
    const: 'private, no-cache',
  }),
  'Data-Recorded-At': text('When the newest event of the websites was recorded; absent before the first.', {
    format: 'date-time',
  }),
  'Counting-Method': text(
    'How visitors were counted: `exact` with count_type=total, else `hyperloglog; precision=14; standard-error=0.0081`. Orders and revenue are exact always.',
  ),
  'Last-Bucket': text(
    'Only with a series: whether its window reaches to today, so that its last point may grow.',
    {
      enum: ['running', 'complete'],
    },
  ),
  'No-Store': text('Personal data and secrets: an answer is kept by nobody.', {
    const: 'private, no-store',
  }),
  Link: text('RFC 8288: absolute addresses of the pages `first`, `prev`, `next` and `last`.'),
  'X-Total-Count': {
    description: 'How many there are on all pages.',
    schema: { type: 'integer', minimum: 0 },
  },
  RateLimit: text('What is left: `r` requests of the credential in the next `t` seconds.', {
    examples: ['"per-minute";r=599;t=60'],
  }),
  'RateLimit-Policy': text('The limit: `q` requests of a credential in `w` seconds.', {
    examples: ['"per-minute";q=600;w=60'],
  }),
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
  'X-Request-Id': text('Names the request in logs and problems.'),
  'WWW-Authenticate': text('RFC 6750: what is wrong with the credential.'),
};

/** The names of the headers of a report's answer. */
export function headersOf(report: Report): Record<string, unknown> {
  const names = [
    'ETag',
    'Cache-Control',
    'Data-Recorded-At',
    ...(report.websiteRule === 'all' ? [] : ['Counting-Method']),
    ...('group_by' in report.parameters ? ['Last-Bucket'] : []),
    'RateLimit',
    'RateLimit-Policy',
    'X-Request-Id',
  ];
  return Object.fromEntries(names.map((name) => [name, referenceTo(name)]));
}

/** The headers of an answer of a resource. */
export function resourceHeaders({ parameters }: Resource): Record<string, unknown> {
  return {
    'Cache-Control': referenceTo('No-Store'),
    ...('page' in parameters
      ? { Link: referenceTo('Link'), 'X-Total-Count': referenceTo('X-Total-Count') }
      : {}),
    RateLimit: referenceTo('RateLimit'),
    'RateLimit-Policy': referenceTo('RateLimit-Policy'),
    'X-Request-Id': referenceTo('X-Request-Id'),
  };
}

function referenceTo(name: string) {
  return { $ref: `#/components/headers/${name}` };
}
