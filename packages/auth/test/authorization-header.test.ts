import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { inspect } from 'node:util';
import { ServiceError } from '@funnel/domain';
import { type Fixture, createFixture, goodClaims, rejection, RESOURCE } from './support/fixture.ts';
import fc from 'fast-check';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture.close());

const NO_CREDENTIALS = [
  undefined,
  '',
  'Basic YTpi',
  'Digest username="a"',
  'token abc',
  'Bearerabc',
  'apikey=abc',
];
const MALFORMED = [
  'Bearer',
  'Bearer ',
  'Bearer a b',
  'Bearer a, Bearer b',
  'Bearer a,Bearer b',
  'Bearer =',
  'Bearer a=b',
  'Bearer "abc"',
  'Bearer\tabc',
  'Bearer abc\r\nX-Other: 1',
  'Bearer abc\u0000',
  'Bearer äbc',
  `Bearer ${'a'.repeat(8192)}`,
  'api_key=',
  'api_key=abc\u0007',
  'API_KEY=abc',
  'api_key abc',
];

describe('the Authorization header', () => {
  test.each(NO_CREDENTIALS)('%p has no credentials: 401 without an error code', async (header) => {
    const error = await rejection(fixture.authenticator().authenticate(header));
    expect(error).toMatchObject({ code: 'unauthorized', status: 401 });
    expect(error.headers).toEqual({ 'WWW-Authenticate': `Bearer realm="${RESOURCE}"` });
  });

  test.each(MALFORMED)('%p is malformed: 401 invalid_token without asking the server', async (header) => {
    const before = fixture.server.counts.introspection;
    const error = await rejection(fixture.authenticator().authenticate(header));
    expect(error).toMatchObject({ code: 'unauthorized', status: 401 });
    expect(error.headers?.['WWW-Authenticate']).toContain('error="invalid_token"');
    expect(fixture.server.counts.introspection).toBe(before);
  });

  test.each(['Bearer', 'bearer', 'BEARER', 'Bearer  '])('accepts the scheme %p', async (scheme) => {
    const token = fixture.server.issue(goodClaims());
    const principal = await fixture.authenticator().authenticate(`${scheme} ${token}`);
    expect(principal.subject).toBe('alice');
  });

  test('the challenge names the configured scopes and resource metadata', async () => {
    const authenticator = fixture.authenticator({
      challengeScopes: ['reports'],
      resourceMetadataUrl: 'https://reports.example/.well-known/oauth-protected-resource/mcp',
    });
    const metadata = 'resource_metadata="https://reports.example/.well-known/oauth-protected-resource/mcp"';
    expect((await rejection(authenticator.authenticate(undefined))).headers?.['WWW-Authenticate']).toBe(
      `Bearer realm="${RESOURCE}", scope="reports", ${metadata}`,
    );
    const detail = 'The access token is unknown, expired or revoked.';
    expect((await rejection(authenticator.authenticate('Bearer abc'))).headers?.['WWW-Authenticate']).toBe(
      `Bearer realm="${RESOURCE}", error="invalid_token", error_description="${detail}", scope="reports", ${metadata}`,
    );
  });

  test('random headers end in a ServiceError that does not contain the header', async () => {
    const authenticator = fixture.authenticator();
    const scheme = fc.constantFrom('Bearer ', 'bearer ', 'api_key=', 'Basic ', '', 'Bearer a.b.');
    const rest = fc.oneof(fc.string({ unit: 'binary' }), fc.base64String(), fc.string());
    await fc.assert(
      fc.asyncProperty(scheme, rest, async (prefix, value) => {
        const error = await authenticator.authenticate(prefix + value).catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(ServiceError);
        expect(error).toMatchObject({ status: 401 });
        if (value.length > 12) expect(inspect(error, { depth: 9 })).not.toContain(value);
      }),
      { numRuns: 300 },
    );
  });
});
