import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { base64url, SignJWT, UnsecuredJWT } from 'jose';
import type { Authenticator } from '../src/index.ts';
import {
  type Fixture,
  createFixture,
  goodClaims,
  NOW,
  rejection,
  RESOURCE,
  secondsFromNow,
} from './support/fixture.ts';
import { createSigner } from './support/signer.ts';
import fc from 'fast-check';

let fixture: Fixture;
let authenticator: Authenticator;
let now: Date;

beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture.close());
beforeEach(() => {
  fixture.server.metadata = { introspection_endpoint: undefined };
  fixture.server.counts.jwks = 0;
  now = NOW;
  authenticator = fixture.authenticator({ now: () => now });
});

const authenticate = (token: string) => authenticator.authenticate(`Bearer ${token}`);
const sign: Fixture['server']['signer']['sign'] = (...given) => fixture.server.signer.sign(...given);

describe('without introspection, a JWT access token (RFC 9068)', () => {
  test('is verified with the keys of the server, which are fetched once', async () => {
    for (let call = 0; call < 3; call++) {
      expect(await authenticate(await sign(goodClaims()))).toMatchObject({
        kind: 'oauth',
        subject: 'alice',
        clientId: 'a-client',
        websiteIds: [1, 2],
        scopes: new Set(['reports', 'contacts:read']),
        expiresAt: new Date(secondsFromNow(3600) * 1000),
      });
    }
    expect(fixture.server.counts).toMatchObject({ jwks: 1, introspection: 0 });
  });

  test('is accepted with the full media type in its header', async () => {
    expect((await authenticate(await sign(goodClaims(), { typ: 'application/at+jwt' }))).subject).toBe(
      'alice',
    );
  });

  test.each([
    ['another audience', { aud: 'https://other.example' }],
    ['no audience', { aud: undefined }],
    ['another issuer', { iss: 'https://other.example' }],
    ['no issuer', { iss: undefined }],
    ['an expiry in the past', { exp: secondsFromNow(-1) }],
    ['no expiry', { exp: undefined }],
    ['an nbf in the future', { nbf: secondsFromNow(60) }],
    ['no subject', { sub: undefined }],
    ['no client', { client_id: undefined }],
    ['being bound to a key (cnf)', { cnf: { jkt: 'abc' } }],
  ])('is rejected for %s', async (_what, overrides) => {
    expect((await rejection(authenticate(await sign(goodClaims(overrides))))).status).toBe(401);
  });

  test('of another resource says which one, but only if it is genuine', async () => {
    const aud = 'https://other.example';
    const { detail } = await rejection(authenticate(await sign(goodClaims({ aud: [aud, 'b'] }))));
    expect(detail).toBe(
      `The access token was issued for another resource. It is for ${aud}, b. This service is ${RESOURCE}.`,
    );
    const forger = await createSigner(fixture.server.issuer);
    const forged = await forger.sign(goodClaims({ aud }), { kid: fixture.server.signer.kid() });
    expect((await rejection(authenticate(forged))).detail).not.toContain(aud);
    const expired = await sign(goodClaims({ aud, exp: secondsFromNow(-1) }));
    expect((await rejection(authenticate(expired))).detail).toBe('The access token has expired.');
  });

  test.each([
    ['no type', { typ: undefined }],
    ['the type of an ID token', { typ: 'JWT' }],
    ['a critical extension', { crit: ['b64'], b64: true }],
  ])('is rejected for %s in its header', async (_what, header) => {
    const token = await sign(goodClaims(), header);
    expect((await rejection(authenticate(token))).status).toBe(401);
  });

  test('is rejected without a signature (alg none)', async () => {
    const claims = goodClaims({ iss: fixture.server.issuer, jti: 'a' });
    const [, payload] = new UnsecuredJWT(claims).encode().split('.');
    const header = base64url.encode(JSON.stringify({ alg: 'none', typ: 'at+jwt' }));
    for (const signature of ['', 'AAAA']) {
      expect((await rejection(authenticate(`${header}.${payload}.${signature}`))).status).toBe(401);
    }
  });

  test('is rejected when signed with the public key as a shared secret (HS256)', async () => {
    const secret = new TextEncoder().encode(JSON.stringify(fixture.server.signer.publicKeys().keys[0]));
    const token = await new SignJWT({ ...goodClaims(), iss: fixture.server.issuer, jti: 'a' })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: fixture.server.signer.kid() })
      .sign(secret);
    expect((await rejection(authenticate(token))).status).toBe(401);
  });

  test('is rejected when another key with the same id signed it', async () => {
    const forger = await createSigner(fixture.server.issuer);
    const token = await forger.sign(goodClaims(), { kid: fixture.server.signer.kid() });
    expect((await rejection(authenticate(token))).status).toBe(401);
  });

  test('is rejected when one character is changed', async () => {
    const token = await sign(goodClaims());
    await fc.assert(
      fc.asyncProperty(
        fc.nat(token.length - 3),
        fc.constantFrom('A', 'b', '_', '.'),
        async (at, character) => {
          fc.pre(token[at] !== character);
          const changed = token.slice(0, at) + character + token.slice(at + 1);
          expect((await rejection(authenticate(changed))).status).toBe(401);
        },
      ),
      { numRuns: 100 },
    );
  });

  test('binds to no website when the claim is malformed', async () => {
    expect((await authenticate(await sign(goodClaims({ website_ids: 'all' })))).websiteIds).toEqual([]);
  });

  test('that is not a JWT is rejected without fetching keys', async () => {
    for (const token of ['abc', 'a.b.c', '..', 'a.b.c.d.e', `${base64url.encode('[]')}.e30.AA`]) {
      expect((await rejection(authenticate(token))).status).toBe(401);
    }
    expect(fixture.server.counts.jwks).toBe(0);
  });
});

describe('when the server rotates its key', () => {
  test('tokens of the new key are accepted immediately, those of the old key are rejected', async () => {
    const old = await sign(goodClaims());
    await authenticate(old);
    await fixture.server.signer.rotate();
    const tokens = await Promise.all(Array.from({ length: 10 }, () => sign(goodClaims())));
    const principals = await Promise.all(tokens.map(authenticate));
    expect(principals).toHaveLength(10);
    expect(fixture.server.counts.jwks).toBe(2);
    expect((await rejection(authenticate(old))).status).toBe(401);
  });

  test('forged key ids do not cause repeated fetches of the keys', async () => {
    await authenticate(await sign(goodClaims()));
    const forge = async () =>
      rejection(authenticate(await sign(goodClaims(), { kid: `forged-${Math.random()}` })));
    for (let call = 0; call < 10; call++) expect((await forge()).status).toBe(401);
    expect(fixture.server.counts.jwks).toBe(2);
    expect((await authenticate(await sign(goodClaims()))).subject).toBe('alice');
    now = new Date(NOW.getTime() + 10_000);
    await forge();
    expect(fixture.server.counts.jwks).toBe(3);
  });
});

test('introspection is preferred when the server offers both', async () => {
  fixture.server.metadata = {};
  const token = await sign(goodClaims({ aud: RESOURCE }));
  expect((await rejection(fixture.authenticator().authenticate(`Bearer ${token}`))).status).toBe(401);
  expect(fixture.server.counts.jwks).toBe(0);
});
