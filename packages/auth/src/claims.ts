export type Claims = Readonly<Record<string, unknown>>;

/** What the authorization server vouches for, or why the token counts for nothing. */
export type Verdict = { readonly claims: Claims } | { readonly refused: string };

interface ClaimExpectations {
  issuer: string;
  /** This service's own resource identifier (RFC 8707). */
  resource: string;
  now: Date;
}

/** For clocks that differ: a token may start this much later than now. It never lives longer. */
const NOT_BEFORE_LEEWAY_SECONDS = 30;

/** Why these claims are not good here and now; undefined when they are. Same rules for every kind of token. */
export function refuseClaims(
  claims: Claims,
  { issuer, resource, now }: ClaimExpectations,
): string | undefined {
  const { iss, aud, exp, nbf, token_type: tokenType, cnf } = claims;
  const seconds = now.getTime() / 1000;
  if (isGiven(iss) && iss !== issuer) return 'The access token is of another issuer.';
  if (!isAudience(aud, resource)) return 'The access token was issued for another resource.';
  if (typeof exp !== 'number' || !(exp > seconds)) return 'The access token has expired.';
  if (isGiven(nbf) && !(typeof nbf === 'number' && nbf <= seconds + NOT_BEFORE_LEEWAY_SECONDS)) {
    return 'The access token is not valid yet.';
  }
  // Bound to a key the caller would have to prove: not to be taken from whoever merely bears it.
  if (isGiven(cnf) || (isGiven(tokenType) && !isBearer(tokenType)))
    return 'The access token is not a bearer token.';
  return undefined;
}

function isAudience(aud: unknown, resource: string): boolean {
  return Array.isArray(aud) ? aud.includes(resource) : aud === resource;
}

function isBearer(tokenType: unknown): boolean {
  return typeof tokenType === 'string' && tokenType.toLowerCase() === 'bearer';
}

/** Some servers write null for what they do not say. */
function isGiven(claim: unknown): boolean {
  return claim !== undefined && claim !== null;
}
