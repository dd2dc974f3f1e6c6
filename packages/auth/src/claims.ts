import { plainName } from '@funnel/domain';

/** The claims of a token: an introspection response or the payload of a JWT. */
export type Claims = Readonly<Record<string, unknown>>;

/** The verified claims of a token, or the reason for rejecting it. */
export type Verdict = { readonly claims: Claims } | { readonly rejected: string };

export interface ClaimsError {
  /** For everybody. */
  reason: string;
  /** What the holder of the token needs to get the right one. */
  hint?: string;
}

interface ClaimExpectations {
  issuer: string;
  /** This service's own resource identifier (RFC 8707). */
  resource: string;
  now: Date;
}

/** Tolerates clock differences in `nbf`. `exp` has no tolerance: a token never lasts longer than it says. */
const NOT_BEFORE_LEEWAY_SECONDS = 30;
const MAX_AUDIENCES = 3;
const MAX_AUDIENCE_LENGTH = 200;

/** Returns why a token with these claims must be rejected, or undefined. Opaque tokens and JWTs share these rules. */
export function findClaimsError(
  claims: Claims,
  { issuer, resource, now }: ClaimExpectations,
): ClaimsError | undefined {
  const { iss, aud, exp, nbf, token_type: tokenType, cnf } = claims;
  const seconds = now.getTime() / 1000;
  if (isGiven(iss) && iss !== issuer) return { reason: 'The access token comes from another issuer.' };
  if (typeof exp !== 'number' || !(exp > seconds)) return { reason: 'The access token has expired.' };
  if (isGiven(nbf) && !(typeof nbf === 'number' && nbf <= seconds + NOT_BEFORE_LEEWAY_SECONDS)) {
    return { reason: 'The access token is not valid yet.' };
  }
  // A sender-constrained token needs a proof of possession, which this service does not check.
  if (isGiven(cnf) || (isGiven(tokenType) && !isBearer(tokenType)))
    return { reason: 'The access token is not a bearer token.' };
  // Last, because the error reveals what the token was issued for.
  if (!isAudience(aud, resource)) {
    const reason = 'The access token was issued for another resource.';
    return { reason, hint: `${audienceText(aud)} This service is ${resource}.` };
  }
  return undefined;
}

/** The audience comes from the authorization server, which may be anybody's. */
function audienceText(aud: unknown): string {
  const names = [aud].flat().filter((name) => typeof name === 'string');
  if (names.length === 0) return 'It names no resource.';
  const listed = names.slice(0, MAX_AUDIENCES).map((name) => plainName(name, MAX_AUDIENCE_LENGTH));
  const more = names.length - listed.length;
  return `It is for ${listed.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
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
