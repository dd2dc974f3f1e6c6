import { createHash } from 'node:crypto';
import type { Database } from '@funnel/db';
import { type Scope, ServiceError } from '@funnel/domain';
import { readBinding } from './binding.ts';
import { type Challenge, challengeHeaders } from './challenge.ts';
import { refuseClaims } from './claims.ts';
import { parseAuthorization } from './credential.ts';
import { createLegacyKeys } from './legacy-keys.ts';
import type { Principal } from './principal.ts';
import { ALL_SCOPES, readScopes } from './scopes.ts';
import { createTokenInspector } from './server/token-inspector.ts';

export interface AuthenticatorOptions {
  /** Of the authorization server: https, or http on a loopback address. */
  issuer: string;
  /** This service's own resource identifier: the audience of its tokens. */
  resource: string;
  /** How this service identifies itself where it introspects. */
  clientId: string;
  clientSecret: string;
  websiteIdsClaim?: string;
  database: Database;
  now: () => Date;
  /** The scheme `api_key=KEY`: REST only. */
  allowLegacyKey: boolean;
  timeoutMs?: number;
  /** Named in `WWW-Authenticate` (RFC 9728); the tool server's. */
  resourceMetadataUrl?: string;
  /** Named in the `WWW-Authenticate` of a 401, so that a client asks for them at once. */
  challengeScopes?: readonly Scope[];
  fetch?: typeof fetch;
}

export interface Authenticator {
  /** Throws ServiceError: `unauthorized`, or `unavailable` where the credential cannot be checked. */
  authenticate(authorizationHeader: string | undefined): Promise<Principal>;
}

const RETRY_AFTER_SECONDS = 5;
/** The last instant a Date can hold. */
const LAST_INSTANT_MS = 8.64e15;

export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { resource, websiteIdsClaim = 'website_ids', database, now, allowLegacyKey } = options;
  const challenge: Challenge = { realm: resource, resourceMetadataUrl: options.resourceMetadataUrl };
  const inspect = createTokenInspector(options);
  const legacyKeys = createLegacyKeys(database);

  function unauthorized(detail: string, error?: 'invalid_token'): ServiceError {
    const reason = { error, description: error && detail, scopes: options.challengeScopes };
    return new ServiceError('unauthorized', detail, { headers: challengeHeaders(challenge, reason) });
  }

  async function fromToken(token: string): Promise<Principal> {
    const { issuer, verdict } = await inspect(token).catch(unavailable);
    if ('refused' in verdict) throw unauthorized(verdict.refused, 'invalid_token');
    const { claims } = verdict;
    const refused = refuseClaims(claims, { issuer, resource, now: now() });
    if (refused !== undefined) throw unauthorized(refused, 'invalid_token');
    const websiteIds = readBinding(claims, websiteIdsClaim);
    await legacyKeys.end(websiteIds).catch(unavailable);
    return {
      kind: 'oauth',
      subject: textOrNull(claims['sub']),
      clientId: textOrNull(claims['client_id']),
      websiteIds,
      scopes: readScopes(claims['scope']),
      expiresAt: instantOf(claims['exp']),
      credentialKey: hashOf(token),
      challenge,
    };
  }

  async function fromLegacyKey(apiKey: string): Promise<Principal> {
    const website = await legacyKeys.find(apiKey).catch(unavailable);
    if (!website) throw unauthorized('The API key is unknown.', 'invalid_token');
    if (website.ended) {
      const detail = 'The API key ended with the first OAuth token of its website: send a bearer token.';
      throw unauthorized(detail, 'invalid_token');
    }
    return {
      kind: 'legacy_key',
      subject: null,
      clientId: null,
      websiteIds: [website.websiteId],
      scopes: ALL_SCOPES,
      expiresAt: null,
      credentialKey: hashOf(apiKey),
      challenge,
    };
  }

  return {
    async authenticate(authorizationHeader) {
      const credential = parseAuthorization(authorizationHeader);
      if (credential.scheme === 'bearer') return fromToken(credential.value);
      if (credential.scheme === 'api_key') {
        if (allowLegacyKey) return fromLegacyKey(credential.value);
        throw unauthorized('API keys are not accepted here: send a bearer token.');
      }
      if (credential.scheme === 'none') {
        throw unauthorized('Send an access token: `Authorization: Bearer TOKEN`.');
      }
      throw unauthorized('The Authorization header is malformed.', 'invalid_token');
    },
  };
}

/** What cannot be checked is never let through, nor held against the caller. */
function unavailable(cause: unknown): never {
  throw new ServiceError('unavailable', 'Credentials cannot be checked at the moment. Try again soon.', {
    headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
    cause,
  });
}

function hashOf(credential: string): string {
  return createHash('sha256').update(credential).digest('hex');
}

function instantOf(seconds: unknown): Date {
  return new Date(Math.min(Number(seconds) * 1000, LAST_INSTANT_MS));
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
