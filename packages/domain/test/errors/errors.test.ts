import { describe, expect, test } from '@jest/globals';
import { ERRORS, type ErrorCode, ServiceError, toProblem } from '../../src/index.ts';

/** Written out, so that a changed status or a new code needs a change here. See docs/reference/http.md. */
const STATUSES: Record<number, ErrorCode[]> = {
  400: ['invalid_json', 'website_id_required'],
  401: ['unauthorized'],
  403: ['forbidden'],
  404: ['not_found'],
  405: ['method_not_allowed'],
  408: ['body_timeout'],
  413: ['payload_too_large'],
  415: ['unsupported_media_type'],
  422: [
    'email_or_phone_required',
    'email_required',
    'events_refused',
    'invalid_body',
    'invalid_catalog',
    'invalid_compare',
    'invalid_count_type',
    'invalid_cta_type',
    'invalid_email',
    'invalid_events',
    'invalid_extras',
    'invalid_field',
    'invalid_group_by',
    'invalid_id',
    'invalid_limit',
    'invalid_notes',
    'invalid_page',
    'invalid_per_page',
    'invalid_phone',
    'invalid_previous_period',
    'invalid_range',
    'invalid_sort',
    'invalid_status',
    'invalid_timeframe',
    'invalid_visitor_token',
    'invalid_website_id',
    'invalid_website_ids',
    'invalid_week',
    'range_too_wide',
    'reserved_field',
    'unknown_parameter',
  ],
  429: ['rate_limited'],
  500: ['internal_error'],
  503: ['overloaded', 'unavailable'],
};

const PARAMETERS = [
  'website_id',
  'timeframe',
  'count_type',
  'previous_period',
  'group_by',
  'page',
  'per_page',
  'sort',
  'cta_type',
  'status',
  'limit',
  'id',
  'email',
  'phone',
];

const codes = Object.keys(ERRORS) as ErrorCode[];

describe('the error table', () => {
  test('contains exactly these codes and statuses', () => {
    const byStatus: Record<number, ErrorCode[]> = {};
    for (const code of codes.toSorted()) (byStatus[ERRORS[code].status] ??= []).push(code);
    expect(byStatus).toEqual(STATUSES);
  });

  test('has a code for every parameter', () => {
    expect(PARAMETERS.filter((name) => !Object.hasOwn(ERRORS, `invalid_${name}`))).toEqual([]);
  });

  test('has a different title for every code', () => {
    expect(new Set(codes.map((code) => ERRORS[code].title)).size).toBe(codes.length);
  });
});

describe('ServiceError', () => {
  test('has the status of the table and keeps its options', () => {
    const cause = new Error('inner');
    const error = new ServiceError('rate_limited', 'Slow down.', { headers: { 'Retry-After': '3' }, cause });
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({
      name: 'ServiceError',
      code: 'rate_limited',
      status: 429,
      detail: 'Slow down.',
      message: 'Slow down.',
      headers: { 'Retry-After': '3' },
      cause,
    });
  });
});

describe('toProblem', () => {
  test('returns RFC 9457 problem details, in a fixed key order', () => {
    const error = new ServiceError('invalid_sort', 'sort is not one of the allowed values.', {
      parameter: 'sort',
      allowed: ['views', 'revenue'],
      cause: new Error('secret'),
    });
    expect(Object.entries(toProblem(error, 'req-1'))).toEqual([
      ['type', 'urn:funnel:problem:invalid_sort'],
      ['title', 'Invalid sort'],
      ['status', 422],
      ['detail', 'sort is not one of the allowed values.'],
      ['code', 'invalid_sort'],
      ['instance', 'req-1'],
      ['parameter', 'sort'],
      ['allowed', ['views', 'revenue']],
    ]);
  });

  test('omits parameter and allowed when they are not set', () => {
    const problem = toProblem(new ServiceError('not_found', 'No such website.'), 'req-2');
    expect(Object.keys(problem)).toEqual(['type', 'title', 'status', 'detail', 'code', 'instance']);
  });

  test.each([
    ['an Error', new Error('password=hunter2', { cause: 'hunter2' })],
    [
      'an Error that looks like a ServiceError',
      Object.assign(new Error('hunter2'), { code: 'not_found', status: 404, detail: 'hunter2' }),
    ],
    ['a string', 'hunter2'],
    ['undefined', undefined],
    ['null', null],
    ['an object', { message: 'hunter2', stack: 'hunter2' }],
  ])('reveals nothing about %s', (_, thrown) => {
    const problem = toProblem(thrown, 'req-3');
    expect(problem).toMatchObject({ code: 'internal_error', status: 500, instance: 'req-3' });
    expect(JSON.stringify(problem)).not.toContain('hunter2');
  });
});
