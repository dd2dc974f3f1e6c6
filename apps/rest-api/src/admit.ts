import type { Authenticator, Principal } from '@funnel/auth';
import type { RateLimiter } from '@funnel/service';
import type { Request, Response } from 'express';

export interface Admission {
  authenticator: Authenticator;
  /** Without one nobody is counted. */
  rateLimiter?: RateLimiter;
}

/** Who asks: a sound credential, and not too often. Before anything else of a request is looked at. */
export async function admit(
  req: Request,
  res: Response,
  { authenticator, rateLimiter }: Admission,
): Promise<Principal> {
  // Node keeps only the first of two Authorization headers; joined, two are refused.
  const principal = await authenticator.authenticate(req.headersDistinct['authorization']?.join(', '));
  if (rateLimiter) res.set(await rateLimiter.take(principal.credentialKey));
  return principal;
}
