import { fieldsOf, type Operation } from '@funnel/operations';
import { COMMON_HEADERS, headerReferences, textHeader } from '@funnel/service';
import { ESTIMATE } from '../http/report-headers.ts';

export const HEADERS = {
  ETag: textHeader(
    'Changes with the data of the websites, the parameters, the format and the UTC day. Send it back in If-None-Match to get 304 while nothing has changed.',
  ),
  'Cache-Control': textHeader(
    'Only the caller may cache the response, and must revalidate it before each use.',
    {
      const: 'private, no-cache',
    },
  ),
  'Data-Recorded-At': textHeader(
    'When the newest event of the websites was recorded; absent before the first.',
    {
      format: 'date-time',
    },
  ),
  'Counting-Method': textHeader(
    `How visitors were counted: \`exact\` with count_type=total, else \`${ESTIMATE}\`. Orders and revenue are always exact.`,
  ),
  'Last-Bucket': textHeader(
    'Only with a series: `running` if its window reaches today, so its last point may grow.',
    {
      enum: ['running', 'complete'],
    },
  ),
  'Funnel-Notes': textHeader(
    'What must be known about the answer: a list of tokens with parameters (RFC 9651). `unknown_parameter` names a parameter that the operation does not have, `unused_parameter` one without effect; `mixed_currencies`: account performance adds up several currencies. Absent if there is nothing to say.',
    { examples: ['unknown_parameter; name=start_date, mixed_currencies'] },
  ),
  'Preference-Applied': textHeader('`handling=strict` if `Prefer` asked for it (RFC 7240).', {
    const: 'handling=strict',
  }),
  'No-Store': textHeader('Contains personal data or secrets: must not be cached.', {
    const: 'private, no-store',
  }),
  Link: textHeader('RFC 8288: absolute addresses of the pages `first`, `prev`, `next` and `last`.'),
  'X-Total-Count': {
    description: 'The number of entries on all pages.',
    schema: { type: 'integer', minimum: 0 },
  },
  ...COMMON_HEADERS,
};

const references = (names: readonly (keyof typeof HEADERS)[]) => headerReferences(names);

export function responseHeaders(operation: Operation): Record<string, unknown> {
  return {
    ...(operation.caching === 'revalidate' ? reportHeaders(operation) : resourceHeaders(operation)),
    ...references(['Funnel-Notes', 'Preference-Applied', 'RateLimit', 'RateLimit-Policy', 'X-Request-Id']),
  };
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
    'Cache-Control': { $ref: '#/components/headers/No-Store' },
    ...(hasField(parameters, 'page') ? references(['Link', 'X-Total-Count']) : {}),
  };
}

function hasField(parameters: Operation['parameters'], name: string): boolean {
  return fieldsOf(parameters).some(([field]) => field === name);
}
