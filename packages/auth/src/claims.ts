/** The claims of a token: an introspection response or the payload of a JWT. */
export type Claims = Readonly<Record<string, unknown>>;

/** The verified claims of a token, or the reason for rejecting it. */
export type Verdict = { readonly claims: Claims } | { readonly rejected: string };

interface ClaimExpectations {
  issuer: string;
  /** This service's own resource identifier (RFC 8707). */
  resource: string;
  now: Date;
}

/** Tolerates clock differences in `nbf`. `exp` has no tolerance: a token never lasts longer than it says. */
const NOT_BEFORE_LEEWAY_SECONDS = 30;

/** Returns why a token with these claims must be rejected, or undefined. Opaque tokens and JWTs share these rules. */
export function findClaimsError(
  claims: Claims,
  { issuer, resource, now }: ClaimExpectations,
): string | undefined {
  const { iss, aud, exp, nbf, token_type: tokenType, cnf } = claims;
  const seconds = now.getTime() / 1000;
  if (isGiven(iss) && iss !== issuer) return 'The access token comes from another issuer.';
  if (!isAudience(aud, resource)) return 'The access token was issued for another resource.';
  if (typeof exp !== 'number' || !(exp > seconds)) return 'The access token has expired.';
  if (isGiven(nbf) && !(typeof nbf === 'number' && nbf <= seconds + NOT_BEFORE_LEEWAY_SECONDS)) {
    return 'The access token is not valid yet.';
  }
  // A sender-constrained token needs a proof of possession, which this service does not check.
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

/** Some servers send null for claims they do not set. */
function isGiven(claim: unknown): boolean {
  return claim !== undefined && claim !== null;
}
