import { ServiceError } from '@funnel/domain';

/** Shared, because refusals must cost next to nothing. */
export const OVERLOADED = new ServiceError(
  'overloaded',
  'The service has too much to do. Try again in a second.',
  { headers: { 'Retry-After': '1' } },
);
