import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { answers } from './support/failures.ts';
import { type Fixture, createFixture, goodClaims, NOW, refusal } from './support/fixture.ts';

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
  test('is read once for a hundred calls at the same time', async () => {
    const authenticator = fixture.authenticator();
    const principals = await Promise.all(
      Array.from({ length: 100 }, () => authenticator.authenticate(header())),
    );
    expect(new Set(principals.map(({ credentialKey }) => credentialKey)).size).toBe(100);
    expect(fixture.server.counts).toMatchObject({ oauthMetadata: 1, oidcMetadata: 0, introspection: 100 });
  });

  test('is not read before the first token', async () => {
    await refusal(fixture.authenticator().authenticate(undefined));
    expect(fixture.server.counts.oauthMetadata).toBe(0);
  });

  test.each([
    ['not found', answers.status(404)],
    ['a page', answers.html],
    [
      'of another issuer',
      answers.body('{"issuer":"https://other.example","jwks_uri":"https://other.example/k"}'),
    ],
  ])('is read from the OpenID address where the other is %s', async (_what, failure) => {
    fixture.server.failing.oauthMetadata = failure;
    expect((await fixture.authenticator().authenticate(header())).subject).toBe('alice');
    expect(fixture.server.counts.oidcMetadata).toBe(1);
  });

  test.each([
    ['of another issuer', { issuer: 'https://other.example' }],
    ['without an issuer', { issuer: undefined }],
    ['without introspection and keys', { introspection_endpoint: undefined, jwks_uri: undefined }],
    ['with an endpoint that is no address', { introspection_endpoint: 'nowhere' }],
    ['with an endpoint that is no text', { introspection_endpoint: 7 }],
  ])('%s is no ground to accept or to refuse a token: 503', async (_what, metadata) => {
    fixture.server.metadata = metadata;
    expect(await refusal(fixture.authenticator().authenticate(header()))).toMatchObject({
      code: 'unavailable',
      headers: { 'Retry-After': '5' },
    });
  });

  test('is tried again by the next call after a failure', async () => {
    const authenticator = fixture.authenticator();
    fixture.server.failing = { oauthMetadata: answers.status(500), oidcMetadata: answers.status(500) };
    expect((await refusal(authenticator.authenticate(header()))).status).toBe(503);
    fixture.server.failing = {};
    expect((await authenticator.authenticate(header())).subject).toBe('alice');
  });

  test('is read anew after ten minutes, and what was known serves meanwhile', async () => {
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
  ])('%s is refused at creation: tokens would travel in clear', (issuer) => {
    expect(() => fixture.authenticator({ issuer })).toThrow();
  });

  test.each(['https://auth.example', 'http://127.0.0.1:9', 'http://localhost:9', 'http://[::1]:9'])(
    '%s is accepted',
    (issuer) => {
      expect(() => fixture.authenticator({ issuer })).not.toThrow();
    },
  );

  test('with a closing slash is the same', async () => {
    const authenticator = fixture.authenticator({ issuer: `${fixture.server.issuer}/` });
    const token = fixture.server.issue(goodClaims({ iss: fixture.server.issuer }));
    expect((await authenticator.authenticate(`Bearer ${token}`)).subject).toBe('alice');
  });
});
