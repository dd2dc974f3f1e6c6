import { unseal } from '@funnel/db';
import type { CompanyLogin } from '@funnel/identity';
import {
  createRemoteJWKSet,
  errors,
  type FetchImplementation,
  type JWTPayload,
  customFetch as joseFetch,
  jwtVerify,
} from 'jose';
import { LRUCache } from 'lru-cache';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  type CustomFetch,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  refreshTokenGrant,
  ResponseBodyError,
} from 'openid-client';
import { createWaitingShare } from '../client-metadata/waiting-share.ts';
import { callbackOf } from './company-callback.ts';

/** What the browser must bring back from the provider. */
export interface LoginChecks {
  state: string;
  nonce: string;
  /** The secret of PKCE. */
  verifier: string;
}

/** What the provider says about somebody. */
interface CompanyAnswer {
  subject: string;
  email: string | undefined;
  isEmailVerified: boolean;
  refreshToken: string | undefined;
}

/** The providers of companies (OpenID Connect). */
export interface CompanyProviders {
  /** Where the person signs in, for the first time or again. */
  loginAddress(login: CompanyLogin, checks: LoginChecks, isFirst: boolean): Promise<URL>;
  /** Verifies what the browser brought back. Throws if anything is wrong. */
  finish(login: CompanyLogin, returned: URL, checks: LoginChecks): Promise<CompanyAnswer>;
  /** Verifies a statement of the provider about somebody, for this server (ID-JAG). Undefined if anything is wrong. */
  readAssertion(login: CompanyLogin, assertion: string, audience: string): Promise<JWTPayload | undefined>;
  /** Whether the provider still knows the person; it may give a new refresh token. Throws if it does not answer. */
  ask(
    login: CompanyLogin,
    refreshToken: string,
  ): Promise<{ isThere: true; refreshToken: string } | { isThere: false }>;
}

const WAITING = { max: 8, maxEach: 4 };
const ASSERTION_ALGORITHMS = ['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA'];
/** An assertion is made for one exchange. */
export const MAX_ASSERTION_SECONDS = 600;
const SCOPE = 'openid email offline_access';
const TIMEOUT_SECONDS = 5;
/** A provider changes its keys and addresses rarely. */
const KNOWN_FOR_MS = 10 * 60 * 1000;

/** The provider does not say who it is, and sends people back to the address that accounts share: anybody could have sent them. */
export class NeedsOwnCallback extends Error {}

/** What the providers need. */
export interface CompanyProvidersOptions {
  /** The address of this server, where they send people back. */
  server: string;
  /** Opens their secrets. */
  encryptionKey: Uint8Array;
  fetch: CustomFetch;
  /** Issuers that the operator trusts, also in a private network. */
  privateIssuers: readonly string[];
}

/** Opens the providers. */
export function createCompanyProviders(options: CompanyProvidersOptions): CompanyProviders {
  const { server, encryptionKey, fetch, privateIssuers } = options;
  const known = new LRUCache<string, Promise<Configuration>>({ max: 100, ttl: KNOWN_FOR_MS });

  const share = createWaitingShare(WAITING);
  const keysOf = new WeakMap<Configuration, ReturnType<typeof createRemoteJWKSet>>();
  const fetchJson: FetchImplementation = (url, { headers, method }) =>
    fetch(url, { headers: Object.fromEntries(headers), method, body: undefined, redirect: 'manual' });

  async function discover({ issuer, clientId, clientSecret }: CompanyLogin): Promise<Configuration> {
    if (isBesideTrusted(issuer, privateIssuers)) throw new Error('Another issuer of this server is trusted.');
    const secret = unseal(clientSecret, encryptionKey);
    const open = (authentication: ClientAuth) =>
      discovery(new URL(issuer), clientId, secret, authentication, {
        [customFetch]: fetch,
        timeout: TIMEOUT_SECONDS,
        // Our fetch decides which addresses may be without https.
        execute: [allowInsecureRequests, enableNonRepudiationChecks],
      });
    const config = await open(ClientSecretBasic(secret));
    const methods = config.serverMetadata().token_endpoint_auth_methods_supported;
    return !methods || methods.includes('client_secret_basic') ? config : open(ClientSecretPost(secret));
  }

  function configurationOf(login: CompanyLogin): Promise<Configuration> {
    const key = JSON.stringify([login.issuer, login.clientId, login.clientSecret.toString('base64')]);
    const before = known.get(key);
    if (before) return before;
    const found = discover(login);
    known.set(key, found);
    // A failure is not remembered.
    found.catch(() => known.delete(key));
    return found;
  }

  /** By account, because its owner chooses which server is asked. */
  const waitFor = <Result>(login: CompanyLogin, ask: () => Promise<Result>) =>
    share(String(login.accountId), ask);

  return {
    async loginAddress(login, { state, nonce, verifier }, isFirst) {
      const config = await waitFor(login, () => configurationOf(login));
      const { authorization_response_iss_parameter_supported: saysWho } = config.serverMetadata();
      if (!login.hasOwnCallback && !saysWho) throw new NeedsOwnCallback();
      return buildAuthorizationUrl(config, {
        redirect_uri: `${server}${callbackOf(login)}`,
        scope: SCOPE,
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        // Providers give a refresh token only so; later logins need no consent.
        access_type: 'offline',
        ...(isFirst && { prompt: 'consent' }),
      });
    },

    async finish(login, returned, { state, nonce, verifier }) {
      const checks = {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      };
      const tokens = await waitFor(login, async () => {
        const config = await configurationOf(login);
        if (!login.hasOwnCallback && returned.searchParams.get('iss') !== config.serverMetadata().issuer)
          throw new NeedsOwnCallback();
        return authorizationCodeGrant(config, returned, checks);
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('The provider sent no ID token.');
      const { sub: subject, email, email_verified: isVerified } = claims;
      return {
        subject,
        email: typeof email === 'string' ? email : undefined,
        isEmailVerified: isVerified === true,
        refreshToken: tokens.refresh_token,
      };
    },

    readAssertion: (login, assertion, audience) =>
      waitFor(login, async () => {
        const config = await configurationOf(login);
        const { jwks_uri: address = '' } = config.serverMetadata();
        const keys = keysOf.get(config) ?? createRemoteJWKSet(new URL(address), { [joseFetch]: fetchJson });
        keysOf.set(config, keys);
        try {
          const { payload } = await jwtVerify(assertion, keys, {
            issuer: login.issuer,
            audience,
            typ: 'oauth-id-jag+jwt',
            algorithms: ASSERTION_ALGORITHMS,
            maxTokenAge: MAX_ASSERTION_SECONDS,
            clockTolerance: 30,
            requiredClaims: ['sub', 'jti', 'exp', 'iat', 'client_id'],
          });
          // For this server alone: another one could pass it on.
          return [payload.aud].flat().length === 1 ? payload : undefined;
        } catch (error) {
          if (error instanceof errors.JWKSTimeout) throw error;
          return undefined;
        }
      }),

    async ask(login, refreshToken) {
      try {
        const tokens = await refreshTokenGrant(await configurationOf(login), refreshToken);
        return { isThere: true, refreshToken: tokens.refresh_token ?? refreshToken };
      } catch (error) {
        if (error instanceof ResponseBodyError && error.error === 'invalid_grant') return { isThere: false };
        throw error;
      }
    },
  };
}

/** An owner must not reach other paths of a private server by naming them as the issuer. */
function isBesideTrusted(issuer: string, privateIssuers: readonly string[]): boolean {
  const plain = (address: string) => new URL(address).href.replace(/\/$/, '');
  const beside = privateIssuers.filter((trusted) => new URL(trusted).origin === new URL(issuer).origin);
  return beside.length > 0 && !beside.map(plain).includes(plain(issuer));
}
