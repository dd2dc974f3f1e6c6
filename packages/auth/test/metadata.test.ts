import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { answers } from './support/failures.ts';
import { type Fixture, createFixture, goodClaims, NOW, rejection } from './support/fixture.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture.close());
beforeEach(() => {
  const counts = { oauthMetadata: 0, oidcMetadata: 0, introspection: 0, jwks: 0, sockets: 0 };
  Object.assign(fixture.server, { failing: {}, metadata: {}, counts });
});

const header = () => `Bearer ${fixture.server.issue(goodClaims())}`;

describe('the metadata of the authorization server', () => {
  test('is fetched once for a hundred concurrent calls', async () => {
    const authenticator = fixture.authenticator();
    const principals = await Promise.all(
      Array.from({ length: 100 }, () => authenticator.authenticate(header())),
    );
    expect(principals.every(({ subject }) => subject === 'alice')).toBe(true);
    expect(fixture.server.counts).toMatchObject({ oauthMetadata: 1, oidcMetadata: 0, introspection: 100 });
  });

  test('is not fetched before the first token', async () => {
    await rejection(fixture.authenticator().authenticate(undefined));
    expect(fixture.server.counts.oauthMetadata).toBe(0);
  });

  test.each([
    ['not found', answers.status(404)],
    ['an HTML page', answers.html],
    [
      'from another issuer',
      answers.body('{"issuer":"https://other.example","jwks_uri":"https://other.example/k"}'),
    ],
  ])('falls back to the OpenID Connect address when the first one is %s', async (_what, failure) => {
    fixture.server.failing.oauthMetadata = failure;
    expect((await fixture.authenticator().authenticate(header())).subject).toBe('alice');
    expect(fixture.server.counts.oidcMetadata).toBe(1);
  });

  test.each([
    ['from another issuer', { issuer: 'https://other.example' }],
    ['without an issuer', { issuer: undefined }],
    ['without introspection and keys', { introspection_endpoint: undefined, jwks_uri: undefined }],
    ['with an endpoint that is not a URL', { introspection_endpoint: 'nowhere' }],
    ['with an endpoint that is not a string', { introspection_endpoint: 7 }],
  ])('%s neither accepts nor rejects a token: 503', async (_what, metadata) => {
    fixture.server.metadata = metadata;
    expect(await rejection(fixture.authenticator().authenticate(header()))).toMatchObject({
      code: 'unavailable',
      headers: { 'Retry-After': '5' },
    });
  });

  test('is fetched again by the next call after a failure', async () => {
    const authenticator = fixture.authenticator();
    fixture.server.failing = { oauthMetadata: answers.status(500), oidcMetadata: answers.status(500) };
    expect((await rejection(authenticator.authenticate(header()))).status).toBe(503);
    fixture.server.failing = {};
    expect((await authenticator.authenticate(header())).subject).toBe('alice');
  });

  test('is refreshed after ten minutes, using the cached copy meanwhile', async () => {
    let now = NOW;
    const authenticator = fixture.authenticator({ now: () => now });
    await authenticator.authenticate(header());
    now = new Date(NOW.getTime() + 10 * 60_000 - 1);
    await authenticator.authenticate(header());
    expect(fixture.server.counts.oauthMetadata).toBe(1);
    now = new Date(NOW.getTime() + 10 * 60_000);
    fixture.server.failing = { oauthMetadata: answers.silence };
    await authenticator.authenticate(header());
    await authenticator.authenticate(header());
    expect(fixture.server.counts.oauthMetadata).toBe(2);
  });
});

describe('the issuer', () => {
  test.each([
    'http://auth.example',
    'http://127.0.0.1.example',
    'http://10.0.0.1',
    'ftp://127.0.0.1',
    'auth',
  ])('%s is rejected at creation: tokens would be sent unencrypted', (issuer) => {
    expect(() => fixture.authenticator({ issuer })).toThrow();
  });

  test.each(['https://auth.example', 'http://127.0.0.1:9', 'http://localhost:9', 'http://[::1]:9'])(
    '%s is accepted',
    (issuer) => {
      expect(() => fixture.authenticator({ issuer })).not.toThrow();
    },
  );

  test('may have a trailing slash', async () => {
    const authenticator = fixture.authenticator({ issuer: `${fixture.server.issuer}/` });
    const token = fixture.server.issue(goodClaims({ iss: fixture.server.issuer }));
    expect((await authenticator.authenticate(`Bearer ${token}`)).subject).toBe('alice');
  });
});
