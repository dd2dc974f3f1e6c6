import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { base64url, SignJWT, UnsecuredJWT } from 'jose';
import type { Authenticator } from '../src/index.ts';
import {
  type Fixture,
  createFixture,
  goodClaims,
  NOW,
  refusal,
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

describe('without introspection, an access token that is a JWT (RFC 9068)', () => {
  test('is accepted by the keys of the server, which are read once', async () => {
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

  test('is accepted with the type written in full', async () => {
    expect((await authenticate(await sign(goodClaims(), { typ: 'application/at+jwt' }))).subject).toBe(
      'alice',
    );
  });

  test.each([
    ['another audience', { aud: 'https://other.example' }],
    ['no audience', { aud: undefined }],
    ['another issuer', { iss: 'https://other.example' }],
    ['no issuer', { iss: undefined }],
    ['expiry in the past', { exp: secondsFromNow(-1) }],
    ['no expiry', { exp: undefined }],
    ['a beginning in the future', { nbf: secondsFromNow(60) }],
    ['no subject', { sub: undefined }],
    ['no client', { client_id: undefined }],
    ['a bond to a key the caller must prove', { cnf: { jkt: 'abc' } }],
  ])('is refused for %s', async (_what, overrides) => {
    expect((await refusal(authenticate(await sign(goodClaims(overrides))))).status).toBe(401);
  });

  test.each([
    ['no type', { typ: undefined }],
    ['the type of an ID token', { typ: 'JWT' }],
    ['a critical extension', { crit: ['b64'], b64: true }],
  ])('is refused for %s in its header', async (_what, header) => {
    const token = await sign(goodClaims(), header);
    expect((await refusal(authenticate(token))).status).toBe(401);
  });

  test('is refused without a signature (alg none)', async () => {
    const claims = goodClaims({ iss: fixture.server.issuer, jti: 'a' });
    const [, payload] = new UnsecuredJWT(claims).encode().split('.');
    const header = base64url.encode(JSON.stringify({ alg: 'none', typ: 'at+jwt' }));
    for (const signature of ['', 'AAAA']) {
      expect((await refusal(authenticate(`${header}.${payload}.${signature}`))).status).toBe(401);
    }
  });

  test('is refused when signed with the public key as a shared secret (HS256)', async () => {
    const secret = new TextEncoder().encode(JSON.stringify(fixture.server.signer.publicKeys().keys[0]));
    const token = await new SignJWT({ ...goodClaims(), iss: fixture.server.issuer, jti: 'a' })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: fixture.server.signer.kid() })
      .sign(secret);
    expect((await refusal(authenticate(token))).status).toBe(401);
  });

  test('is refused when another key of the same name signed it', async () => {
    const forger = await createSigner(fixture.server.issuer);
    const token = await forger.sign(goodClaims(), { kid: fixture.server.signer.kid() });
    expect((await refusal(authenticate(token))).status).toBe(401);
  });

  test('is refused once a character of it is changed', async () => {
    const token = await sign(goodClaims());
    await fc.assert(
      fc.asyncProperty(
        fc.nat(token.length - 3),
        fc.constantFrom('A', 'b', '_', '.'),
        async (at, character) => {
          fc.pre(token[at] !== character);
          const changed = token.slice(0, at) + character + token.slice(at + 1);
          expect((await refusal(authenticate(changed))).status).toBe(401);
        },
      ),
      { numRuns: 100 },
    );
  });

  test('binds to no website where the claim is malformed', async () => {
    expect((await authenticate(await sign(goodClaims({ website_ids: 'all' })))).websiteIds).toEqual([]);
  });

  test('that is no JWT at all is refused, and no key is read for it', async () => {
    for (const token of ['abc', 'a.b.c', '..', 'a.b.c.d.e', `${base64url.encode('[]')}.e30.AA`]) {
      expect((await refusal(authenticate(token))).status).toBe(401);
    }
    expect(fixture.server.counts.jwks).toBe(0);
  });
});

describe('when the server changes its key', () => {
  test('tokens of the new one are accepted at once, those of the old one no more', async () => {
    const old = await sign(goodClaims());
    await authenticate(old);
    await fixture.server.signer.rotate();
    const tokens = await Promise.all(Array.from({ length: 10 }, () => sign(goodClaims())));
    const principals = await Promise.all(tokens.map(authenticate));
    expect(principals).toHaveLength(10);
    expect(fixture.server.counts.jwks).toBe(2);
    expect((await refusal(authenticate(old))).status).toBe(401);
  });

  test('forged key names do not make it read its keys again and again', async () => {
    await authenticate(await sign(goodClaims()));
    const forge = async () =>
      refusal(authenticate(await sign(goodClaims(), { kid: `forged-${Math.random()}` })));
    for (let call = 0; call < 10; call++) expect((await forge()).status).toBe(401);
    expect(fixture.server.counts.jwks).toBe(2);
    expect((await authenticate(await sign(goodClaims()))).subject).toBe('alice');
    now = new Date(NOW.getTime() + 10_000);
    await forge();
    expect(fixture.server.counts.jwks).toBe(3);
  });
});

test('introspection is preferred where the server offers both', async () => {
  fixture.server.metadata = {};
  const token = await sign(goodClaims({ aud: RESOURCE }));
  expect((await refusal(fixture.authenticator().authenticate(`Bearer ${token}`))).status).toBe(401);
  expect(fixture.server.counts.jwks).toBe(0);
});
