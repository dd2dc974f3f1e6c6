import {
  createRemoteJWKSet,
  customFetch,
  decodeJwt,
  decodeProtectedHeader,
  errors,
  type FetchImplementation,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose';
import { LRUCache } from 'lru-cache';
import { TooManyWaiting } from '../client-metadata/waiting-share.ts';

/** An assertion is made for one exchange. */
export const MAX_ASSERTION_SECONDS = 600;
const TYPE = 'oauth-id-jag+jwt';
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA'];

/** The server with the keys did not answer: whether the assertion is valid is not known. */
class NoKeys extends Error {}

/** Whether it is worth asking a provider for its keys: not for what no key makes valid. */
export function looksValid(assertion: string, audience: string): boolean {
  try {
    const { alg = '', typ = '' } = decodeProtectedHeader(assertion);
    const { aud } = decodeJwt(assertion);
    const isSigned = ALGORITHMS.includes(alg) && !assertion.endsWith('.');
    return isSigned && typ.toLowerCase().replace(/^application\//, '') === TYPE && isOnlyFor(aud, audience);
  } catch {
    return false;
  }
}

/** For this server alone: another one could pass it on. */
function isOnlyFor(aud: JWTPayload['aud'], audience: string): boolean {
  const all = [aud].flat();
  return all.length === 1 && all[0] === audience;
}

/** Loads the signing keys from an address. After a failure, they are not requested again for some seconds. */
export function keysAt(address: string, fetch: FetchImplementation, failedForMs: number): JWTVerifyGetKey {
  const failures = new LRUCache<'', NoKeys>({ max: 1, ttl: failedForMs });
  return createRemoteJWKSet(new URL(address), {
    [customFetch]: async (url, init) => {
      const before = failures.get('');
      if (before) throw before;
      try {
        return await fetch(url, init);
      } catch (cause) {
        if (cause instanceof TooManyWaiting) throw cause;
        const failure = new NoKeys('The keys of the provider cannot be read.', { cause });
        failures.set('', failure);
        throw failure;
      }
    },
  });
}

/** What an assertion of an issuer says; undefined if it is not valid. Throws if that cannot be found out. */
export async function verifyAssertion(
  assertion: string,
  keys: JWTVerifyGetKey,
  { issuer, audience }: { issuer: string; audience: string },
): Promise<JWTPayload | undefined> {
  try {
    const { payload } = await jwtVerify(assertion, keys, {
      issuer,
      audience,
      typ: TYPE,
      algorithms: ALGORITHMS,
      maxTokenAge: MAX_ASSERTION_SECONDS,
      clockTolerance: 30,
      requiredClaims: ['sub', 'jti', 'exp', 'iat', 'client_id'],
    });
    return isOnlyFor(payload.aud, audience) ? payload : undefined;
  } catch (error) {
    const isUnknown = [NoKeys, TooManyWaiting, errors.JWKSTimeout].some((kind) => error instanceof kind);
    if (isUnknown) throw error;
    return undefined;
  }
}
