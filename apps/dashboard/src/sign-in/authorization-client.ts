import { buffer } from 'node:stream/consumers';
import { DASHBOARD_CLIENT_ID, SETTINGS_SCOPES } from '@funnel/domain';
import { type Clock, traceHeaders } from '@funnel/service';
import { LRUCache } from 'lru-cache';
import * as oauth from 'oauth4webapi';
import type { Config } from '../config.ts';
import { boundedFetch } from '../upstream/bounded-fetch.ts';
import { unavailable } from '../upstream/unavailable.ts';

export interface Tokens {
  accessToken: string;
  refreshToken: string;
  /** In milliseconds since 1970. */
  expiresAt: number;
}

export interface SignedIn {
  tokens: Tokens;
  /** As the authorization server calls them. */
  subject: string;
  email: string | undefined;
}

/** What the browser must bring back. */
export interface Checks {
  state: string;
  nonce: string;
  /** The secret of PKCE. */
  verifier: string;
}

/** The authorization server refuses, or what the browser brought back is not its answer. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

export type AuthorizationClient = ReturnType<typeof createAuthorizationClient>;

export const CALLBACK_PATH = '/sign-in/callback';

/** Reading, the settings that it has pages for, and who it is. */
export const SCOPE = ['openid', 'email', 'reports', ...SETTINGS_SCOPES].join(' ');
const MAX_BYTES = 256 * 1024;
const CLOCK_TOLERANCE_SECONDS = 30;

const FRESH_MS = 10 * 60_000;

/** The `fetch` function that oauth4webapi accepts. */
type ServerFetch = (
  url: string,
  options: oauth.CustomFetchOptions<string, URLSearchParams | undefined>,
) => Promise<Response>;

/** Creates the client. Its answers are errors of ours: a RefusedError, or 503. */
export function createAuthorizationClient(config: Config, clock: Clock) {
  const issuer = config.AUTHORIZATION_SERVER_ISSUER;
  const client = { client_id: DASHBOARD_CLIENT_ID, [oauth.clockTolerance]: CLOCK_TOLERANCE_SECONDS };
  const authentication = oauth.ClientSecretBasic(config.DASHBOARD_CLIENT_SECRET[0]);
  const redirectUri = `${config.DASHBOARD_URL}${CALLBACK_PATH}`;
  const serverFetch: ServerFetch = async (to, { method, headers, body }) => {
    const sent = { method, headers: { ...headers, ...traceHeaders() }, body: body?.toString() };
    const answer = await boundedFetch(to, sent, {
      timeoutMs: config.UPSTREAM_TIMEOUT_MS / 2,
      maxBytes: MAX_BYTES,
    });
    const content = await buffer(answer.pieces);
    if (answer.status >= 500) throw new Error(`The authorization server answered ${answer.status}.`);
    const type = answer.headers.get('content-type') ?? '';
    return new Response(new Uint8Array(content), {
      status: answer.status,
      headers: { 'content-type': type },
    });
  };
  const allowInsecure = new URL(issuer).protocol === 'http:';
  const http = { [oauth.customFetch]: serverFetch, [oauth.allowInsecureRequests]: allowInsecure };
  /** Read on first use (RFC 8414), and again after some minutes. A failure is not kept. */
  const servers = new LRUCache<string, oauth.AuthorizationServer>({
    max: 1,
    ttl: FRESH_MS,
    ttlResolution: 0,
    perf: { now: () => clock().getTime() },
    async fetchMethod(address) {
      const identifier = new URL(address);
      const response = await oauth.discoveryRequest(identifier, { algorithm: 'oauth2', ...http });
      return oauth.processDiscoveryResponse(identifier, response);
    },
  });
  const metadata = () => servers.forceFetch(issuer).catch(noAnswer);

  function tokensOf(response: oauth.TokenEndpointResponse): Tokens {
    const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds = 0 } = response;
    if (refreshToken === undefined) throw new Error('The authorization server sent no refresh token.');
    return { accessToken, refreshToken, expiresAt: clock().getTime() + seconds * 1000 };
  }

  return {
    /** Where a person signs in. */
    async address({ state, nonce, verifier }: Checks): Promise<URL> {
      const server = await metadata();
      const address = new URL(server.authorization_endpoint ?? '/authorize', issuer);
      const parameters = {
        client_id: DASHBOARD_CLIENT_ID,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: SCOPE,
        resource: config.REST_API_RESOURCE,
        state,
        nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      };
      for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
      return address;
    },

    /** Turns what the browser brought back into tokens. Throws a RefusedError if anything is wrong. */
    async finish(returned: URLSearchParams, { state, nonce, verifier }: Checks): Promise<SignedIn> {
      const server = await metadata();
      const answer = accept(() => oauth.validateAuthResponse(server, client, returned, state));
      const response = await oauth
        .authorizationCodeGrantRequest(server, client, authentication, answer, redirectUri, verifier, http)
        .catch(noAnswer);
      const checks = { expectedNonce: nonce, requireIdToken: true };
      const tokens = await oauth
        .processAuthorizationCodeResponse(server, client, response, checks)
        .catch(refused);
      const claims = oauth.getValidatedIdTokenClaims(tokens);
      if (!claims) throw new RefusedError('The authorization server does not say who it is.');
      const { sub: subject, email } = claims;
      return { tokens: tokensOf(tokens), subject, email: typeof email === 'string' ? email : undefined };
    },

    /** Throws a RefusedError if the tokens have ended. */
    async refresh(refreshToken: string): Promise<Tokens> {
      const server = await metadata();
      const response = await oauth
        .refreshTokenGrantRequest(server, client, authentication, refreshToken, http)
        .catch(noAnswer);
      return tokensOf(await oauth.processRefreshTokenResponse(server, client, response).catch(refused));
    },

    async revoke(refreshToken: string): Promise<void> {
      const server = await metadata();
      const request = oauth.revocationRequest(server, client, authentication, refreshToken, http);
      await oauth.processRevocationResponse(await request.catch(noAnswer)).catch(refused);
    },
  };
}

function noAnswer(error: unknown): never {
  throw unavailable('sign-in', error);
}

/** What a wrong secret or a missing client says is for the operator, not for the person. */
const OUR_FAULT = new Set(['invalid_client', 'unauthorized_client', 'invalid_target', 'invalid_scope']);

function refused(error: unknown): never {
  if (error instanceof oauth.ResponseBodyError && OUR_FAULT.has(error.error)) noAnswer(error);
  throw new RefusedError(error instanceof Error ? error.message : 'unknown failure');
}

function accept<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    return refused(error);
  }
}
