import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import type { Authenticator } from '../src/index.ts';
import { CLIENT } from './support/authorization-server.ts';
import { answers } from './support/failures.ts';
import {
  type Fixture,
  createFixture,
  goodClaims,
  NOW,
  rejection,
  RESOURCE,
  secondsFromNow,
} from './support/fixture.ts';

let fixture: Fixture;
let authenticator: Authenticator;

beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture.close());
beforeEach(() => {
  Object.assign(fixture.server, { failing: {}, metadata: {} });
  authenticator = fixture.authenticator();
});

const authenticate = (overrides: Record<string, unknown> = {}) =>
  authenticator.authenticate(`Bearer ${fixture.server.issue(goodClaims(overrides))}`);

describe('an active token', () => {
  test('that is limited to campaigns reads reports and nothing else, whatever its scopes', async () => {
    const scope = 'reports contacts:read contacts:write events:write';
    expect(await authenticate({ campaign_ids: [7], scope })).toMatchObject({
      campaignIds: [7],
      scopes: new Set(['reports']),
    });
    expect(await authenticate({ campaign_ids: 'all', scope })).toMatchObject({ campaignIds: [] });
    expect((await authenticate({ scope })).campaignIds).toBeUndefined();
  });

  test('that others look with has a share of the rate limit of its own', async () => {
    const [one, other] = [await authenticate(), await authenticate()];
    expect(one.budgetKey).toBe(other.budgetKey);
    const keys = [await authenticate({ token_use: 'view' }), await authenticate({ token_use: 'view' })].map(
      ({ budgetKey }) => budgetKey,
    );
    expect(new Set([...keys, one.budgetKey]).size).toBe(3);
  });

  test('becomes a principal with the claims of the introspection response', async () => {
    const token = fixture.server.issue(goodClaims({ iss: fixture.server.issuer, token_type: 'Bearer' }));
    expect(await authenticator.authenticate(`Bearer ${token}`)).toEqual({
      kind: 'oauth',
      subject: 'alice',
      clientId: 'a-client',
      websiteIds: [1, 2],
      scopes: new Set(['reports', 'contacts:read']),
      expiresAt: new Date(secondsFromNow(3600) * 1000),
      credentialId: createHash('sha256').update(token).digest('hex').slice(0, 8),
      budgetKey: createHash('sha256').update('["alice","a-client"]').digest('hex'),
      challenge: { realm: RESOURCE },
    });
  });

  test('of a person and a client shares its budget with their other tokens, and with no others', async () => {
    const keys = async (...claims: Record<string, unknown>[]) =>
      (await Promise.all(claims.map((claim) => authenticate(claim)))).map(({ budgetKey }) => budgetKey);
    expect(new Set(await keys({}, {}, {})).size).toBe(1);
    expect(new Set(await keys({}, { sub: 'bob' }, { client_id: 'b-client' })).size).toBe(3);
    expect(new Set(await keys({ sub: 'service' }, { sub: 'service' }, { sub: undefined })).size).toBe(3);
  });

  test.each([
    ['with several audiences', { aud: ['https://other.example', RESOURCE] }],
    ['without an issuer in the response', { iss: undefined }],
    ['of type bearer in any case', { token_type: 'bearer' }],
    ['whose nbf has passed', { nbf: secondsFromNow(-1) }],
    ['whose nbf is within the clock tolerance', { nbf: secondsFromNow(20) }],
    ['with null for optional claims', { iss: null, nbf: null, token_type: null, cnf: null }],
    ['that expires in one second', { exp: secondsFromNow(1) }],
    ['that expires after the largest date', { exp: 1e300 }],
  ])('%s is accepted', async (_what, overrides) => {
    const { websiteIds, expiresAt } = await authenticate(overrides);
    expect(websiteIds).toEqual([1, 2]);
    expect(expiresAt?.getTime()).toBeGreaterThan(NOW.getTime());
  });

  test('without subject and client has null for both', async () => {
    expect(await authenticate({ sub: undefined, client_id: 7 })).toMatchObject({
      subject: null,
      clientId: null,
    });
  });
});

describe('rejects with 401 invalid_token', () => {
  test.each([
    ['another audience', { aud: 'https://other.example' }],
    ['several other audiences', { aud: ['https://other.example', `${RESOURCE}/more`] }],
    ['an audience with an extra slash', { aud: `${RESOURCE}/` }],
    ['an audience that is only a prefix', { aud: 'https://reports.example' }],
    ['no audience', { aud: undefined }],
    ['an audience of another type', { aud: { [RESOURCE]: true } }],
    ['another issuer', { iss: 'https://other.example' }],
    ['an issuer of another type', { iss: ['https://other.example'] }],
    ['an expiry in the past', { exp: secondsFromNow(-1) }],
    ['an expiry at the current second', { exp: secondsFromNow(0) }],
    ['no expiry', { exp: undefined }],
    ['an expiry of another type', { exp: String(secondsFromNow(3600)) }],
    ['an nbf in the future', { nbf: secondsFromNow(60) }],
    ['an nbf of another type', { nbf: 'now' }],
    ['another token type', { token_type: 'DPoP' }],
    ['a token type that is not a string', { token_type: 1 }],
    ['a token bound to a key (cnf)', { cnf: { jkt: 'abc' } }],
    ['active: false', { active: false }],
  ])('%s', async (_what, overrides) => {
    const error = await rejection(authenticate(overrides));
    expect(error).toMatchObject({ code: 'unauthorized', status: 401 });
    expect(error.headers?.['WWW-Authenticate']).toMatch(
      /^Bearer realm=".*", error="invalid_token", error_desc/,
    );
  });

  test('a token that was never issued', async () => {
    expect((await rejection(authenticator.authenticate('Bearer never-issued'))).status).toBe(401);
  });

  test('a revoked token, from the next call on', async () => {
    const token = fixture.server.issue(goodClaims());
    await authenticator.authenticate(`Bearer ${token}`);
    fixture.server.revoke(token);
    expect((await rejection(authenticator.authenticate(`Bearer ${token}`))).status).toBe(401);
  });

  test('a JWT that a server with opaque tokens does not support', async () => {
    fixture.server.failing.introspection = answers.status(400, { error: 'unsupported_token_type' });
    const token = await fixture.server.signer.sign(goodClaims());
    expect((await rejection(authenticator.authenticate(`Bearer ${token}`))).status).toBe(401);
    expect(fixture.server.counts.jwks).toBe(0);
  });
});

describe('a token of another resource', () => {
  const detailOf = async (overrides: Record<string, unknown>) => {
    const { detail, headers } = await rejection(authenticate(overrides));
    // The same for everybody: it may be logged on the way.
    if (detail.startsWith(OTHER)) {
      expect(headers?.['WWW-Authenticate']).toBe(
        `Bearer realm="${RESOURCE}", error="invalid_token", error_description="${OTHER}"`,
      );
    }
    return detail;
  };
  const OTHER = 'The access token was issued for another resource.';

  test('says which one, and which one is needed', async () => {
    expect(await detailOf({ aud: 'https://other.example' })).toBe(
      `${OTHER} It is for https://other.example. This service is ${RESOURCE}.`,
    );
    expect(await detailOf({ aud: undefined })).toBe(
      `${OTHER} It names no resource. This service is ${RESOURCE}.`,
    );
  });

  test('says where to create another one, if the bundled authorization server is used', async () => {
    fixture.server.metadata = { introspection_batch_size: 64 };
    authenticator = fixture.authenticator();
    expect(await detailOf({ aud: 'https://other.example' })).toBe(
      `${OTHER} It is for https://other.example. This service is ${RESOURCE}. ` +
        `Create a token for it at ${fixture.server.issuer}/tokens`,
    );
  });

  test('names few audiences, short and on one line', async () => {
    const aud = ['a\r\nSet-Cookie: b', 'x'.repeat(5000), 'c', 'd', 'e', 6];
    expect(await detailOf({ aud })).toBe(
      `${OTHER} It is for a Set-Cookie: b, ${'x'.repeat(199)}…, c and 2 more. This service is ${RESOURCE}.`,
    );
  });

  test.each([
    ['has expired', { exp: secondsFromNow(-1) }],
    ['comes from another issuer', { iss: 'https://other.example' }],
    ['is bound to a key', { cnf: { jkt: 'abc' } }],
    ['was revoked', { active: false }],
  ])('learns nothing about it if it %s', async (_what, overrides) => {
    expect(await detailOf({ aud: 'https://secret.example', ...overrides })).not.toContain('secret.example');
  });
});

describe('a website_ids claim', () => {
  test.each([
    ['missing', undefined],
    ['empty', []],
    ['a string', '1'],
    ['partly malformed', [1, 0]],
  ])('that is %s binds to no website', async (_what, website_ids) => {
    expect((await authenticate({ website_ids })).websiteIds).toEqual([]);
  });
});

describe('the authorization server', () => {
  test('can be any server: claim name, audience and client are options', async () => {
    authenticator = fixture.authenticator({
      websiteIdsClaim: 'https://x.example/sites',
      resource: 'urn:api',
    });
    const principal = await authenticate({
      aud: 'urn:api',
      'https://x.example/sites': [3],
      website_ids: [1],
    });
    expect(principal.websiteIds).toEqual([3]);
  });

  test('gets the client credentials in the Authorization header', async () => {
    await authenticate();
    const { authorization, form } = fixture.server.lastIntrospection ?? {};
    expect(authorization).toMatch(/^Basic /);
    expect(form?.get('token_type_hint')).toBe('access_token');
    expect(form?.has('client_secret')).toBe(false);
  });

  test('gets the client credentials in the form when it supports only that', async () => {
    fixture.server.metadata = { introspection_endpoint_auth_methods_supported: ['client_secret_post'] };
    await authenticate();
    const { authorization, form } = fixture.server.lastIntrospection ?? {};
    expect(authorization).toBeUndefined();
    expect(form?.get('client_secret')).toBe(CLIENT.clientSecret);
  });

  test('is asked on every call, over one connection', async () => {
    await authenticate();
    const before = { ...fixture.server.counts };
    for (let call = 0; call < 20; call++) await authenticate();
    expect(fixture.server.counts.introspection - before.introspection).toBe(20);
    expect(fixture.server.counts.sockets - before.sockets).toBe(0);
  });

  test('keeps its connection when it returns an error', async () => {
    await authenticate();
    const before = fixture.server.counts.sockets;
    fixture.server.failing.introspection = answers.status(500);
    for (let call = 0; call < 5; call++) await rejection(authenticate());
    expect(fixture.server.counts.sockets).toBe(before);
  });

  test('is asked again when it closed a kept-alive connection', async () => {
    await authenticate();
    fixture.server.failing.introspection = (req, res) => {
      delete fixture.server.failing.introspection;
      answers.cut(req, res);
    };
    expect((await authenticate()).subject).toBe('alice');
  });
});
