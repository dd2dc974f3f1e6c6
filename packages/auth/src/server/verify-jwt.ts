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
import type { Issuer } from './metadata.ts';
import type { ServerFetch } from './server-fetch.ts';
import { messageOf, UpstreamError } from './upstream-error.ts';

interface VerifyOptions {
  issuer: Issuer;
  serverFetch: ServerFetch;
  now: () => Date;
}

type VerifyJwt = (server: AuthorizationServer, token: string) => Promise<Verdict>;

/** Tokens with forged key ids cause at most one fetch of the keys in this time. */
const KEYS_REFETCH_PAUSE_MS = 10_000;
/** Errors about the address of the keys: invalid, or not on https. */
const SERVER_ERRORS = [INVALID_SERVER_METADATA, HTTP_REQUEST_FORBIDDEN, REQUEST_PROTOCOL_FORBIDDEN];
/** For a token without audience, which the library rejects. */
const NO_AUDIENCE = 'none';
const INVALID = { rejected: "The access token was not issued by this service's authorization server." };

/** Verifies JWT access tokens (RFC 9068) with the server's keys. An unknown key id fetches the keys again. */
export function createJwtVerifier({ issuer, serverFetch, now }: VerifyOptions): VerifyJwt {
  // oauth4webapi caches keys per metadata object, so a copy of it starts with an empty cache.
  let current: { of: AuthorizationServer; copy: AuthorizationServer; refetchedAtMs: number } | undefined;
  const options = {
    [customFetch]: keysFetch(serverFetch),
    [allowInsecureRequests]: issuer.allowInsecure,
    // `findClaimsError` checks the times, with the clock that was passed in.
    [clockTolerance]: Number.MAX_SAFE_INTEGER,
  };

  // Its own audience: the library compares before it verifies the signature, but only the holder of a genuine token may
  // learn what is wrong with its audience. `findClaimsError` compares it with this service.
  const verify = (server: AuthorizationServer, token: string) =>
    validateJwtAccessToken(server, requestWith(token), audienceIn(token), options);

  return async (server, token) => {
    if (current?.of !== server) current = { of: server, copy: server, refetchedAtMs: -Infinity };
    const used = current.copy;
    try {
      return { claims: await verify(used, token) };
    } catch (error) {
      if (!isUnknownKey(error) || current.of !== server) return rejectOrThrow(error);
      if (current.copy === used) {
        const nowMs = now().getTime();
        if (nowMs - current.refetchedAtMs < KEYS_REFETCH_PAUSE_MS) return INVALID;
        current = { of: server, copy: { ...server }, refetchedAtMs: nowMs };
      }
      return verify(current.copy, token).then((claims) => ({ claims }), rejectOrThrow);
    }
  };
}

/** The first audience of the token, unverified. */
function audienceIn(token: string): string {
  try {
    const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
    const { aud } = JSON.parse(payload) as { aud?: unknown };
    const first: unknown = Array.isArray(aud) ? aud[0] : aud;
    return typeof first === 'string' && first !== '' ? first : NO_AUDIENCE;
  } catch {
    return NO_AUDIENCE;
  }
}

function requestWith(token: string): Request {
  return new Request('http://resource.invalid', { headers: { Authorization: `Bearer ${token}` } });
}

/** Checks the keys before the library sees them, so that its errors are about the token. */
function keysFetch(serverFetch: ServerFetch): ServerFetch {
  return async (url, options) => {
    const response = await serverFetch(url, options);
    const { keys } = (await response.clone().json()) as { keys?: unknown };
    if (
      !Array.isArray(keys) ||
      !keys.every((key) => typeof key === 'object' && key !== null && 'kty' in key)
    ) {
      throw new UpstreamError('the keys are not a JSON Web Key Set');
    }
    return response;
  };
}

function isUnknownKey(error: unknown): boolean {
  return error instanceof OperationProcessingError && error.code === KEY_SELECTION;
}

function rejectOrThrow(error: unknown): Verdict {
  if (error instanceof UpstreamError) throw error;
  const isAboutToken =
    (error instanceof OperationProcessingError && !SERVER_ERRORS.includes(error.code ?? '')) ||
    error instanceof UnsupportedOperationError ||
    // Thrown for a signature that is not base64url.
    (error as { code?: unknown }).code === 'ERR_INVALID_ARG_VALUE';
  if (isAboutToken) return INVALID;
  throw new UpstreamError(`keys: ${messageOf(error)}`);
}
