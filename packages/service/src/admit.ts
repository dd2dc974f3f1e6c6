import type { IncomingMessage, ServerResponse } from 'node:http';
import { ServiceError } from '@funnel/domain';
import { weigh } from './capacity.ts';
import type { FailedCredentials } from './failed-credentials.ts';
import type { RateLimiter } from './rate-limiter.ts';

/** Who may send requests, and how many. */
export interface AdmissionOptions<Principal extends { budgetKey: string }> {
  authenticator: { authenticate(authorizationHeader: string | undefined): Promise<Principal> };
  /** No rate limit if undefined. */
  rateLimiter?: RateLimiter | undefined;
  /** No limit for failed credentials if undefined. */
  failedCredentials?: FailedCredentials | undefined;
}

/**
 * Authenticates a request and counts it against the rate limit, before its query or body is read. `weight` is how much it
 * takes of the service's capacity and of the rate limit.
 */
export async function admit<Principal extends { budgetKey: string }>(
  req: IncomingMessage,
  res: ServerResponse,
  { authenticator, rateLimiter, failedCredentials }: AdmissionOptions<Principal>,
  weight = 1,
): Promise<Principal> {
  weigh(req, weight);
  // Node keeps only the first of two Authorization headers. Joined, they are rejected.
  const credential = req.headersDistinct['authorization']?.join(', ');
  if (credential) await failedCredentials?.check(req, credential);
  const principal = await authenticator.authenticate(credential).catch(async (error: unknown) => {
    if (credential && error instanceof ServiceError && error.code === 'unauthorized')
      await failedCredentials?.refused(req);
    throw error;
  });
  if (credential) failedCredentials?.accepted(credential);
  if (rateLimiter) {
    const headers = await rateLimiter.take(principal.budgetKey, weight);
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  }
  return principal;
}
