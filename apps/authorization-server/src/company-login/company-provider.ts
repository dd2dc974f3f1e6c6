import { unseal } from '@funnel/db';
import type { CompanyLogin } from '@funnel/identity';
import type { FetchImplementation, JWTPayload, JWTVerifyGetKey } from 'jose';
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
import { createWaitingShare, type WaitingShare } from '../client-metadata/waiting-share.ts';
import { createAskedOnce } from './asked-once.ts';
import { keysAt, looksValid, verifyAssertion } from './assertion-keys.ts';
import { callbackOf } from './company-callback.ts';

/** What the browser must bring back from the provider. */
export interface LoginChecks {
  state: string;
  nonce: string;
  /** The secret of PKCE. */
  verifier: string;
}

/** The providers of companies (OpenID Connect). */
export type CompanyProviders = ReturnType<typeof createCompanyProviders>;

const WAITING = { max: 8, maxEach: 4, maxFirst: 24 };
const SCOPE = 'openid email offline_access';
const TIMEOUT_SECONDS = 5;
/** A provider changes its keys and addresses rarely. */
const KNOWN_FOR_MS = 10 * 60 * 1000;
const FAILED_FOR_MS = 10_000;

/** The hourly check limits itself. */
const unlimited: WaitingShare = (_whom, ask) => ask();

/** The provider does not say who it is, and sends people back to the address that accounts share: anybody could have sent them. */
export class NeedsOwnCallback extends Error {}

export interface CompanyProvidersOptions {
  /** The address of this server, where they send people back. */
  server: string;
  encryptionKey: Uint8Array;
  fetch: CustomFetch;
  /** Issuers that the operator trusts, also in a private network. */
  privateIssuers: readonly string[];
}

export function createCompanyProviders({
  server,
  encryptionKey,
  fetch,
  privateIssuers,
}: CompanyProvidersOptions) {
  const configurations = createAskedOnce<Configuration>({
    knownForMs: KNOWN_FOR_MS,
    failedForMs: FAILED_FOR_MS,
  });
  // Places are taken only to ask. Assertions, which anybody can send, and trials of owners have other ones than logins.
  const [logins, assertions, trials] = [1, 2, 3].map(() => createWaitingShare(WAITING)) as [
    WaitingShare,
    WaitingShare,
    WaitingShare,
  ];
  const keysOf = new WeakMap<Configuration, JWTVerifyGetKey>();
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

  /** Places are by account, because its owner chooses which server is asked. */
  const placeOf = ({ accountId }: CompanyLogin) => String(accountId);

  function configurationOf(login: CompanyLogin, share: WaitingShare): Promise<Configuration> {
    const { accountId, issuer, clientId, clientSecret } = login;
    const key = JSON.stringify([accountId, issuer, clientId, clientSecret.toString('base64')]);
    return configurations(key, () => share(placeOf(login), () => discover(login)));
  }

  return {
    /** Where the person signs in, for the first time or again. */
    async loginAddress(
      login: CompanyLogin,
      { state, nonce, verifier }: LoginChecks,
      isFirst: boolean,
    ): Promise<URL> {
      // Nobody signs in before the operator has confirmed the domain.
      const config = await configurationOf(login, login.isVerified ? logins : trials);
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

    /** Verifies what the browser brought back. Throws if anything is wrong. */
    async finish(login: CompanyLogin, returned: URL, { state, nonce, verifier }: LoginChecks) {
      const checks = {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      };
      const config = await configurationOf(login, logins);
      if (!login.hasOwnCallback && returned.searchParams.get('iss') !== config.serverMetadata().issuer)
        throw new NeedsOwnCallback();
      const tokens = await logins(placeOf(login), () => authorizationCodeGrant(config, returned, checks));
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

    /** Verifies a statement of the provider about somebody, for this server (ID-JAG). Undefined if anything is wrong. */
    async readAssertion(
      login: CompanyLogin,
      assertion: string,
      audience: string,
    ): Promise<JWTPayload | undefined> {
      if (!looksValid(assertion, audience)) return undefined;
      const config = await configurationOf(login, assertions);
      const { jwks_uri: address = '' } = config.serverMetadata();
      const ask: FetchImplementation = (...request) =>
        assertions(placeOf(login), () => fetchJson(...request));
      const keys = keysOf.get(config) ?? keysAt(address, ask, FAILED_FOR_MS);
      keysOf.set(config, keys);
      return verifyAssertion(assertion, keys, { issuer: login.issuer, audience });
    },

    /** The refresh token for the next time; undefined if the provider no longer knows the person. Throws if it does not answer. */
    async ask(login: CompanyLogin, refreshToken: string): Promise<string | undefined> {
      try {
        const tokens = await refreshTokenGrant(await configurationOf(login, unlimited), refreshToken);
        return tokens.refresh_token ?? refreshToken;
      } catch (error) {
        if (error instanceof ResponseBodyError && error.error === 'invalid_grant') return undefined;
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
