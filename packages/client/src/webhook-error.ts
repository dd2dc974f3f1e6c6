/** Why a request was not accepted. */
export type WebhookErrorCode =
  | 'invalid_secret'
  | 'missing_header'
  | 'invalid_timestamp'
  | 'too_old'
  | 'too_new'
  | 'no_matching_signature'
  | 'invalid_body';

/**
 * A request to a webhook that cannot be trusted. Answer it with 400.
 * @example
 * const error = new WebhookError('too_old', 'The request was signed 900 seconds ago.');
 * assert.equal(error.code, 'too_old');
 */
export class WebhookError extends Error {
  override name = 'WebhookError';
  readonly code: WebhookErrorCode;

  constructor(code: WebhookErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
