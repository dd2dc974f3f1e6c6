import type { Scope } from '@funnel/domain';

/** What a service names in every `WWW-Authenticate` header. */
export interface Challenge {
  /** The resource identifier. RFC 6750 requires at least one parameter after the scheme. */
  readonly realm: string;
  /** Where a client learns which authorization server to use (RFC 9728). */
  readonly resourceMetadataUrl?: string | undefined;
}

interface ChallengeReason {
  readonly error?: 'invalid_token' | 'insufficient_scope' | undefined;
  readonly description?: string | undefined;
  readonly scopes?: readonly Scope[] | undefined;
}

/** Builds the `WWW-Authenticate` header of a 401 or 403 (RFC 6750, section 3). */
export function challengeHeaders(
  { realm, resourceMetadataUrl }: Challenge,
  { error, description, scopes = [] }: ChallengeReason,
): { 'WWW-Authenticate': string } {
  const parameters = {
    realm,
    error,
    error_description: description,
    scope: scopes.length > 0 ? scopes.join(' ') : undefined,
    resource_metadata: resourceMetadataUrl,
  };
  const texts = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}=${quoted(value)}`,
  );
  return { 'WWW-Authenticate': `Bearer ${texts.join(', ')}` };
}

/** Where to create the right token, if the authorization server has a page for it. */
export function createText(tokensUrl: string | undefined, purpose: string): string[] {
  return tokensUrl === undefined ? [] : [`Create a token ${purpose} at ${tokensUrl}`];
}

function quoted(text: string): string {
  return `"${text.replaceAll(/[^\x20-\x7e]/g, '').replaceAll(/["\\]/g, '\\$&')}"`;
}
