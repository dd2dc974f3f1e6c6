import { createHash } from 'node:crypto';
import type { Database } from '@funnel/db';
import { DASHBOARD_CLIENT_ID, type Scope, ServiceError } from '@funnel/domain';
import { readBinding, readCampaigns } from './binding.ts';
import { type Challenge, challengeHeaders, createText } from './challenge.ts';
import { type Claims, findClaimsError } from './claims.ts';
import { parseAuthorization } from './credential.ts';
import { createLegacyKeys } from './legacy-keys.ts';
import type { CoveredPerson, Principal } from './principal.ts';
import { LEGACY_KEY_SCOPES, readScopes, scopesOfCampaigns } from './scopes.ts';
import { createTokenInspector, type TokenInspectorOptions } from './server/token-inspector.ts';

/** Settings of an authenticator: the authorization server to trust and the service to protect. */
export interface AuthenticatorOptions extends TokenInspectorOptions {
  /** This service's resource identifier, which must be in the audience of every token. */
  resource: string;
  /** The claim that lists the website ids; `website_ids` by default. */
  websiteIdsClaim?: string;
  database: Database;
  /** Whether to accept `Authorization: api_key=KEY`, as the REST API does. */
  allowLegacyKey: boolean;
  /** Address of the protected resource metadata (RFC 9728), sent in `WWW-Authenticate`. */
  resourceMetadataUrl?: string;
  /** Scopes named in the `WWW-Authenticate` header of a 401, so that clients request them. */
  challengeScopes?: readonly Scope[];
}

export interface Authenticator {
  /**
   * Throws a ServiceError: `unauthorized`, or `unavailable` when the credential cannot be checked. `network` is where the request
   * came from: the bundled authorization server shows people where their tokens were used last.
   */
  authenticate(authorizationHeader: string | undefined, network?: string): Promise<Principal>;
}

/** The subject of a token that an operator made for a service. */
const SERVICE_SUBJECT = 'service';
const RETRY_AFTER_SECONDS = 5;
/** Enough to tell tokens apart in a log. */
const CREDENTIAL_ID_LENGTH = 8;
/** The latest time a Date can hold. */
const LAST_INSTANT_MS = 8.64e15;

/**
 * Creates the authenticator of a service. It accepts bearer tokens of one authorization server and, where allowed,
 * legacy API keys. A credential that cannot be checked is never accepted.
 * @example
 * const service = { resource: 'https://api.example.com', allowLegacyKey: false, timeoutMs: 10_000 };
 * const authenticator = createAuthenticator({ issuer, ...client, database, ...service, now: () => new Date() });
 * const principal = await authenticator.authenticate(`Bearer ${token}`);
 * assert.deepEqual(principal.websiteIds, [11, 12]);
 * await assert.rejects(authenticator.authenticate('Bearer unknown'), { code: 'unauthorized', status: 401 });
 */
export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { resource, websiteIdsClaim = 'website_ids', database, now, allowLegacyKey } = options;
  const challenge: Challenge = { realm: resource, resourceMetadataUrl: options.resourceMetadataUrl };
  const inspect = createTokenInspector(options);
  const legacyKeys = createLegacyKeys(database);

  /** `hints` are for the body only: the header says the same to everybody. */
  function unauthorized(detail: string, error?: 'invalid_token', ...hints: string[]): ServiceError {
    const reason = { error, description: error && detail, scopes: options.challengeScopes };
    const headers = challengeHeaders(challenge, reason);
    return new ServiceError('unauthorized', [detail, ...hints].join(' '), { headers });
  }

  async function fromToken(token: string, network: string | undefined): Promise<Principal> {
    const { issuer, tokensUrl, verdict } = await inspect(token, network).catch(unavailable);
    if ('rejected' in verdict) throw unauthorized(verdict.rejected, 'invalid_token');
    const { claims } = verdict;
    const claimsError = findClaimsError(claims, { issuer, resource, now: now() });
    if (claimsError !== undefined) {
      const { reason, hint } = claimsError;
      const hints = hint === undefined ? [] : [hint, ...createText(tokensUrl, 'for it')];
      throw unauthorized(reason, 'invalid_token', ...hints);
    }
    const websiteIds = readBinding(claims, websiteIdsClaim);
    const campaignIds = readCampaigns(claims);
    const scopes = readScopes(claims['scope']);
    // A person who reads reports has not replaced the key of a program.
    if (claims['client_id'] !== DASHBOARD_CLIENT_ID && !isView(claims))
      await legacyKeys.disable(websiteIds).catch(unavailable);
    return {
      kind: 'oauth',
      subject: textOrNull(claims['sub']),
      clientId: textOrNull(claims['client_id']),
      websiteIds,
      ...(claims['all_websites'] === true && !campaignIds && { person: personIn(claims) }),
      campaignIds,
      scopes: campaignIds ? scopesOfCampaigns(scopes) : scopes,
      expiresAt: expiryOf(claims['exp']),
      // Not of a legacy key, which may be short enough to be found by its hash.
      credentialId: hashOf(token).slice(0, CREDENTIAL_ID_LENGTH),
      budgetKey: budgetKeyOf(claims, token),
      challenge,
      tokensUrl,
    };
  }

  async function fromLegacyKey(apiKey: string): Promise<Principal> {
    const website = await legacyKeys.find(apiKey).catch(unavailable);
    if (!website) throw unauthorized('The API key is unknown.', 'invalid_token');
    if (website.ended) {
      const detail =
        'This API key was disabled when its website got its first OAuth token. Send a bearer token instead.';
      throw unauthorized(detail, 'invalid_token');
    }
    return {
      kind: 'legacy_key',
      subject: null,
      clientId: null,
      websiteIds: [website.websiteId],
      scopes: LEGACY_KEY_SCOPES,
      expiresAt: null,
      budgetKey: hashOf(apiKey),
      challenge,
    };
  }

  return {
    async authenticate(authorizationHeader, network) {
      const credential = parseAuthorization(authorizationHeader);
      if (credential.scheme === 'bearer') return fromToken(credential.value, network);
      if (credential.scheme === 'api_key') {
        if (allowLegacyKey) return fromLegacyKey(credential.value);
        throw unauthorized('API keys are not accepted here. Send a bearer token instead.');
      }
      if (credential.scheme === 'none') {
        throw unauthorized('Send an access token: `Authorization: Bearer TOKEN`.');
      }
      throw unauthorized('The Authorization header is malformed.', 'invalid_token');
    },
  };
}

/** A failed check says nothing about the credential, so the answer is 503: neither 200 nor 401. */
function unavailable(cause: unknown): never {
  throw new ServiceError(
    'unavailable',
    'Credentials cannot be checked right now. Try again in a few seconds.',
    {
      headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
      cause,
    },
  );
}

function hashOf(credential: string): string {
  return createHash('sha256').update(credential).digest('hex');
}

/** A token that names no person, such as one of an operator, has a share of its own; so has one that somebody else looks with. */
function budgetKeyOf(claims: Claims, token: string): string {
  const { sub, client_id: client } = claims;
  const isPerson =
    typeof sub === 'string' && typeof client === 'string' && sub !== client && sub !== SERVICE_SUBJECT;
  return hashOf(isPerson && !isView(claims) ? JSON.stringify([sub, client]) : token);
}

function personIn({ email, email_verified: isVerified }: Claims): CoveredPerson {
  return { email: textOrNull(email), isVerified: isVerified === true };
}

/** Whether the token only shows something to people who may have no account. */
function isView({ token_use: use }: Claims): boolean {
  return use === 'view';
}

function expiryOf(seconds: unknown): Date {
  return new Date(Math.min(Number(seconds) * 1000, LAST_INSTANT_MS));
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
