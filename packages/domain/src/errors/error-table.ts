/** Who can do something about it: the one who asked, or the one who runs the service. */
export type Mender = 'caller' | 'operator';

export interface ErrorDefinition {
  readonly status: number;
  readonly title: string;
  readonly mender: Mender;
}

/** Every error the service answers with: spec section 7 and the codes that stand where it shows none. */
export const ERRORS = {
  invalid_json: byCaller(400, 'The body is not valid JSON'),
  website_id_required: byCaller(400, 'A website_id is required'),
  unauthorized: byCaller(401, 'Authentication is required'),
  forbidden: byCaller(403, 'The token lacks the required scope'),
  not_found: byCaller(404, 'Not found'),
  method_not_allowed: byCaller(405, 'Method not allowed'),
  payload_too_large: byCaller(413, 'The body is too large'),
  unsupported_media_type: byCaller(415, 'Unsupported media type'),

  invalid_website_id: byCaller(422, 'Invalid website_id'),
  invalid_website_ids: byCaller(422, 'Invalid website_ids'),
  invalid_id: byCaller(422, 'Invalid id'),
  invalid_timeframe: byCaller(422, 'Invalid timeframe'),
  invalid_range: byCaller(422, 'Invalid date range'),
  invalid_count_type: byCaller(422, 'Invalid count_type'),
  invalid_previous_period: byCaller(422, 'Invalid previous_period'),
  invalid_group_by: byCaller(422, 'Invalid group_by'),
  range_too_wide: byCaller(422, 'The range is too wide for this grouping'),
  invalid_page: byCaller(422, 'Invalid page'),
  invalid_per_page: byCaller(422, 'Invalid per_page'),
  invalid_limit: byCaller(422, 'Invalid limit'),
  invalid_sort: byCaller(422, 'Invalid sort'),
  invalid_cta_type: byCaller(422, 'Invalid cta_type'),
  invalid_status: byCaller(422, 'Invalid status'),

  invalid_body: byCaller(422, 'The body is not a JSON object'),
  reserved_field: byCaller(422, 'The field is set by the service'),
  invalid_field: byCaller(422, 'Invalid field value'),
  invalid_visitor_token: byCaller(422, 'Invalid visitor_token'),
  email_or_phone_required: byCaller(422, 'An email or a phone is required'),
  email_required: byCaller(422, 'An email is required'),
  invalid_email: byCaller(422, 'Invalid email'),
  invalid_phone: byCaller(422, 'Invalid phone'),

  rate_limited: byCaller(429, 'Too many requests'),
  internal_error: byOperator(500, 'Internal error'),
  unavailable: byOperator(503, 'Temporarily unavailable'),
} as const satisfies Record<string, ErrorDefinition>;

export type ErrorCode = keyof typeof ERRORS;

function byCaller(status: number, title: string): ErrorDefinition {
  return { status, title, mender: 'caller' };
}

function byOperator(status: number, title: string): ErrorDefinition {
  return { status, title, mender: 'operator' };
}
