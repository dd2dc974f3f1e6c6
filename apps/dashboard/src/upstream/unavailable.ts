import { ServiceError } from '@funnel/domain';

const RETRY_AFTER_SECONDS = '5';

/** Another service does not answer, or not usefully. That says nothing about the person, so the answer is 503. */
export function unavailable(what: 'reports' | 'sign-in', error: unknown): ServiceError {
  const detail =
    what === 'reports'
      ? 'The reports cannot be reached right now. Try again in some seconds.'
      : 'Signing in is not possible right now. Try again in some seconds.';
  return new ServiceError('unavailable', detail, {
    headers: { 'Retry-After': RETRY_AFTER_SECONDS },
    // Only its name and message: libraries attach tokens to their errors.
    cause: new Error(textOf(error)),
  });
}

function textOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : 'unknown failure';
}
