import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RateLimiter } from './rate-limit/rate-limiter.ts';

/** How callers are let in: who they are, and how often they may ask. */
export interface AdmissionOptions<Principal extends { credentialKey: string }> {
  authenticator: { authenticate(authorizationHeader: string | undefined): Promise<Principal> };
  /** Without one there is no rate limit. */
  rateLimiter?: RateLimiter | undefined;
}

/** Authenticates a request and counts it against the rate limit, before anything else of it is read. */
export async function admit<Principal extends { credentialKey: string }>(
  req: IncomingMessage,
  res: ServerResponse,
  { authenticator, rateLimiter }: AdmissionOptions<Principal>,
): Promise<Principal> {
  // Node keeps only the first of two Authorization headers; joined, two are rejected.
  const principal = await authenticator.authenticate(req.headersDistinct['authorization']?.join(', '));
  if (rateLimiter) {
    const headers = await rateLimiter.take(principal.credentialKey);
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  }
  return principal;
}
