import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { inspect } from 'node:util';
import { openDatabase } from '@funnel/db';
import { until } from '@funnel/testing';
import { startAuthorizationServer } from './support/authorization-server.ts';
import { answers, type Failure } from './support/failures.ts';
import { API_KEYS, type Fixture, createFixture, goodClaims, rejection } from './support/fixture.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture.close());
beforeEach(() => {
  Object.assign(fixture.server, { failing: {}, metadata: {} });
});

/** Uses a short timeout only for responses that never arrive. */
const authenticatorFor = (failure: Failure) =>
  fixture.authenticator(
    ([answers.silence, answers.half] as Failure[]).includes(failure) ? { timeoutMs: 600 } : {},
  );

const UNAVAILABLE = { code: 'unavailable', status: 503, headers: { 'Retry-After': '5' } };
const FAILURES = [
  ['answers 500', answers.status(500)],
  ['answers 503', answers.status(503)],
  ['answers 429', answers.status(429)],
  ['does not know this service (401 invalid_client)', answers.status(401, { error: 'invalid_client' })],
  ["has lost the token's client (400 invalid_client)", answers.status(400, { error: 'invalid_client' })],
  ['redirects', answers.redirect],
  ['answers an HTML page', answers.html],
  ['answers an array', answers.body('[]')],
  ['answers null', answers.body('null')],
  ['answers an empty body', answers.body('')],
  ['answers broken JSON', answers.body('{"active": tru')],
  ['never answers', answers.silence],
  ['stops in the middle of the body', answers.half],
  ['closes the connection', answers.cut],
] as const;

describe('503 with Retry-After, never a 200 or a 401, when', () => {
  test.each(FAILURES)('introspection %s', async (_what, failure) => {
    const authenticator = authenticatorFor(failure);
    const token = fixture.server.issue(goodClaims());
    await until(() => authenticator.authenticate(`Bearer ${token}`));
    fixture.server.failing.introspection = failure;
    const error = await rejection(authenticator.authenticate(`Bearer ${token}`));
    expect(error).toMatchObject(UNAVAILABLE);
    expect(inspect(error, { depth: 9 })).not.toContain(token);
  });

  test.each([
    ['no `active` member', '{}'],
    ['an `active` that is not a boolean', '{"active":"true"}'],
    ['an `active` of 1', '{"active":1}'],
  ])('introspection returns %s', async (_what, body) => {
    fixture.server.failing.introspection = answers.body(body);
    expect(await rejection(fixture.authenticator().authenticate('Bearer abc'))).toMatchObject(UNAVAILABLE);
  });

  test.each(FAILURES)('the metadata endpoint %s', async (_what, failure) => {
    fixture.server.failing = { oauthMetadata: failure, oidcMetadata: failure };
    const authenticator = authenticatorFor(failure);
    expect(await rejection(authenticator.authenticate('Bearer abc'))).toMatchObject(UNAVAILABLE);
  });

  test.each([
    ...FAILURES,
    ['answers no keys', answers.body('{"keys":7}')] as const,
    ['answers invalid keys', answers.body('{"keys":[[]]}')] as const,
  ])('the keys endpoint %s', async (_what, failure) => {
    fixture.server.metadata = { introspection_endpoint: undefined };
    fixture.server.failing.jwks = failure;
    const token = await fixture.server.signer.sign(goodClaims());
    const authenticator = authenticatorFor(failure);
    expect(await rejection(authenticator.authenticate(`Bearer ${token}`))).toMatchObject(UNAVAILABLE);
  });

  test.each([
    ['not a string', 7],
    ['not a URL', 'nowhere'],
    ['not an http address', 'ftp://127.0.0.1/keys'],
  ])('jwks_uri is %s', async (_what, jwks_uri) => {
    fixture.server.metadata = { introspection_endpoint: undefined, jwks_uri };
    const token = await fixture.server.signer.sign(goodClaims());
    expect(await rejection(fixture.authenticator().authenticate(`Bearer ${token}`))).toMatchObject(
      UNAVAILABLE,
    );
  });

  test('the key of the server is invalid', async () => {
    fixture.server.metadata = { introspection_endpoint: undefined };
    const { signer } = fixture.server;
    const broken = { ...signer.publicKeys().keys[0], x: 'AAAA' };
    fixture.server.failing.jwks = answers.body(JSON.stringify({ keys: [broken] }));
    const token = await signer.sign(goodClaims());
    expect(await rejection(fixture.authenticator().authenticate(`Bearer ${token}`))).toMatchObject(
      UNAVAILABLE,
    );
  });

  test('the server is down; tokens are accepted again once it is back', async () => {
    const first = await startAuthorizationServer();
    const authenticator = fixture.authenticator({ issuer: first.issuer });
    await authenticator.authenticate(`Bearer ${first.issue(goodClaims())}`);
    await first.stop();
    expect(await rejection(authenticator.authenticate('Bearer abc'))).toMatchObject(UNAVAILABLE);
    const second = await startAuthorizationServer(first.port);
    const principal = await authenticator.authenticate(`Bearer ${second.issue(goodClaims())}`);
    expect(principal.subject).toBe('alice');
    await second.stop();
  });

  test('the database cannot be reached, for a legacy key and for a token', async () => {
    const database = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/none', applicationName: 'test' });
    const authenticator = fixture.authenticator({ database });
    const token = fixture.server.issue(goodClaims());
    for (const header of [`api_key=${API_KEYS[1]}`, `Bearer ${token}`]) {
      expect(await rejection(authenticator.authenticate(header))).toMatchObject(UNAVAILABLE);
    }
    await database.close();
  });
});
