export interface ErrorDefinition {
  readonly status: number;
  readonly title: string;
}

/** Every error code that the service returns. See docs/reference/http.md. */
export const ERRORS = {
  invalid_json: { status: 400, title: 'The body is not valid JSON' },
  website_id_required: { status: 400, title: 'A website_id is required' },
  unauthorized: { status: 401, title: 'Authentication is required' },
  forbidden: { status: 403, title: 'The token lacks the required scope' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  body_timeout: { status: 408, title: 'The body did not arrive in time' },
  payload_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },

  invalid_website_id: { status: 422, title: 'Invalid website_id' },
  invalid_website_ids: { status: 422, title: 'Invalid website_ids' },
  invalid_id: { status: 422, title: 'Invalid id' },
  invalid_timeframe: { status: 422, title: 'Invalid timeframe' },
  invalid_range: { status: 422, title: 'Invalid date range' },
  invalid_count_type: { status: 422, title: 'Invalid count_type' },
  invalid_previous_period: { status: 422, title: 'Invalid previous_period' },
  invalid_group_by: { status: 422, title: 'Invalid group_by' },
  range_too_wide: { status: 422, title: 'The range is too wide for this grouping' },
  invalid_page: { status: 422, title: 'Invalid page' },
  invalid_per_page: { status: 422, title: 'Invalid per_page' },
  invalid_limit: { status: 422, title: 'Invalid limit' },
  invalid_sort: { status: 422, title: 'Invalid sort' },
  invalid_cta_type: { status: 422, title: 'Invalid cta_type' },
  invalid_status: { status: 422, title: 'Invalid status' },
  unknown_parameter: { status: 422, title: 'Unknown parameter' },
  invalid_notes: { status: 422, title: 'Invalid notes' },
  invalid_extras: { status: 422, title: 'Invalid extras' },
  invalid_compare: { status: 422, title: 'Invalid compare' },
  invalid_week: { status: 422, title: 'Invalid week' },

  invalid_body: { status: 422, title: 'The body is not a JSON object' },
  reserved_field: { status: 422, title: 'The field is set by the service' },
  invalid_field: { status: 422, title: 'Invalid field value' },
  invalid_visitor_token: { status: 422, title: 'Invalid visitor_token' },
  email_or_phone_required: { status: 422, title: 'An email or a phone is required' },
  email_required: { status: 422, title: 'An email is required' },
  invalid_email: { status: 422, title: 'Invalid email' },
  invalid_phone: { status: 422, title: 'Invalid phone' },

  invalid_events: { status: 422, title: 'The body is not a list of events' },
  events_refused: { status: 422, title: 'Every event was refused' },
  invalid_catalog: { status: 422, title: 'The catalog document is invalid' },

  rate_limited: { status: 429, title: 'Too many requests' },
  internal_error: { status: 500, title: 'Internal error' },
  overloaded: { status: 503, title: 'Too many requests at once' },
  unavailable: { status: 503, title: 'Temporarily unavailable' },
} as const satisfies Record<string, ErrorDefinition>;

export type ErrorCode = keyof typeof ERRORS;
