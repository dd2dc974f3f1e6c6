import {
  type AuthorizationServer,
  allowInsecureRequests,
  clockTolerance,
  customFetch,
  HTTP_REQUEST_FORBIDDEN,
  INVALID_SERVER_METADATA,
  KEY_SELECTION,
  OperationProcessingError,
  REQUEST_PROTOCOL_FORBIDDEN,
  UnsupportedOperationError,
  validateJwtAccessToken,
} from 'oauth4webapi';
import type { Verdict } from '../claims.ts';
import type { Issuer } from './issuer.ts';
import type { ServerFetch } from './server-fetch.ts';
import { messageOf, UpstreamError } from './upstream-error.ts';

interface VerifyOptions {
  issuer: Issuer;
  resource: string;
  serverFetch: ServerFetch;
  now: () => Date;
}

type VerifyJwt = (server: AuthorizationServer, token: string) => Promise<Verdict>;

/** Forged key ids cost at most one reading of the keys in this time. */
const REREAD_PAUSE_MS = 10_000;
/** An address of keys that is none, or not secured. */
const SERVER_FAULTS = [INVALID_SERVER_METADATA, HTTP_REQUEST_FORBIDDEN, REQUEST_PROTOCOL_FORBIDDEN];
const INVALID = { refused: "The access token is not one of this service's authorization server." };

/** Verifies RFC 9068 access tokens by the server's keys; an unknown key has them read anew. */
export function createJwtVerifier({ issuer, resource, serverFetch, now }: VerifyOptions): VerifyJwt {
  // oauth4webapi keeps keys by the identity of the metadata: a copy of it starts without.
  let current: { of: AuthorizationServer; copy: AuthorizationServer; rereadAtMs: number } | undefined;
  const options = {
    [customFetch]: keysFetch(serverFetch),
    [allowInsecureRequests]: issuer.allowInsecure,
    // Time is checked with the other claims, by the clock that was passed in.
    [clockTolerance]: Number.MAX_SAFE_INTEGER,
  };

  const verify = (server: AuthorizationServer, token: string) =>
    validateJwtAccessToken(server, bearing(token), resource, options);

  return async (server, token) => {
    if (current?.of !== server) current = { of: server, copy: server, rereadAtMs: -Infinity };
    const used = current.copy;
    try {
      return { claims: await verify(used, token) };
    } catch (error) {
      if (!isUnknownKey(error) || current.of !== server) return refusedOrThrow(error);
      if (current.copy === used) {
        const nowMs = now().getTime();
        if (nowMs - current.rereadAtMs < REREAD_PAUSE_MS) return INVALID;
        current = { of: server, copy: { ...server }, rereadAtMs: nowMs };
      }
      return verify(current.copy, token).then((claims) => ({ claims }), refusedOrThrow);
    }
  };
}

function bearing(token: string): Request {
  return new Request('http://resource.invalid', { headers: { Authorization: `Bearer ${token}` } });
}

/** The server's keys are checked before the library sees them: what it throws then is about the token. */
function keysFetch(serverFetch: ServerFetch): ServerFetch {
  return async (url, options) => {
    const response = await serverFetch(url, options);
    const { keys } = (await response.clone().json()) as { keys?: unknown };
    if (
      !Array.isArray(keys) ||
      !keys.every((key) => typeof key === 'object' && key !== null && 'kty' in key)
    ) {
      throw new UpstreamError('the keys are no JSON Web Key Set');
    }
    return response;
  };
}

function isUnknownKey(error: unknown): boolean {
  return error instanceof OperationProcessingError && error.code === KEY_SELECTION;
}

function refusedOrThrow(error: unknown): Verdict {
  if (error instanceof UpstreamError) throw error;
  const isAboutToken =
    (error instanceof OperationProcessingError && !SERVER_FAULTS.includes(error.code ?? '')) ||
    error instanceof UnsupportedOperationError ||
    // Of a signature that is not base64url.
    (error as { code?: unknown }).code === 'ERR_INVALID_ARG_VALUE';
  if (isAboutToken) return INVALID;
  throw new UpstreamError(`keys: ${messageOf(error)}`);
}
