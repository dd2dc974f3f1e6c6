import { ServiceError } from '@funnel/domain';

/** How long a caller may take to send a small body. */
export const BODY_TIMEOUT_MS = 5_000;

/** The caller has stopped sending, or sends too slowly. The connection cannot be used again. */
export function bodyTimeout(timeoutMs: number): ServiceError {
  const detail = `The body did not arrive within ${timeoutMs / 1000} s. Send it again, without pauses.`;
  return new ServiceError('body_timeout', detail, { headers: { Connection: 'close' } });
}
