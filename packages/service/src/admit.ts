import type { IncomingMessage, ServerResponse } from 'node:http';
import { weigh } from './capacity.ts';
import type { RateLimiter } from './rate-limiter.ts';

/** Who may send requests, and how many. */
export interface AdmissionOptions<Principal extends { credentialKey: string }> {
  authenticator: { authenticate(authorizationHeader: string | undefined): Promise<Principal> };
  /** No rate limit if undefined. */
  rateLimiter?: RateLimiter | undefined;
}

/**
 * Authenticates a request and counts it against the rate limit, before its query or body is read. `weight` is how much it
 * takes of the service's capacity and of the rate limit.
 */
export async function admit<Principal extends { credentialKey: string }>(
  req: IncomingMessage,
  res: ServerResponse,
  { authenticator, rateLimiter }: AdmissionOptions<Principal>,
  weight = 1,
): Promise<Principal> {
  weigh(req, weight);
  // Node keeps only the first of two Authorization headers. Joined, they are rejected.
  const principal = await authenticator.authenticate(req.headersDistinct['authorization']?.join(', '));
  if (rateLimiter) {
    const headers = await rateLimiter.take(principal.credentialKey, weight);
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  }
  return principal;
}
