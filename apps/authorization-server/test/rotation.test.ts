import { generateKeyPairSync } from 'node:crypto';
import { ANN, type AuthorizationServer, INTROSPECTION, PASSWORD } from '@funnel/fixtures';
import { hiddenFields } from '@funnel/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { startAuthorizationApp } from './support/authorization-app.ts';
import { TestClient } from './support/test-client.ts';

// Each secret is changed as docs/explanation/security.md says: old, new and old, new. All servers share one database.

const [OLD_COOKIE_KEY, NEW_COOKIE_KEY] = ['o'.repeat(32), 'n'.repeat(32)];
const [OLD_SECRET, NEW_SECRET] = ['old-'.repeat(10), 'new-'.repeat(10)];
const [OLD_KEY, NEW_KEY] = ['old', 'new'].map((kid) => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), kid };
});

let before: AuthorizationServer;
let meanwhile: AuthorizationServer;
let after: AuthorizationServer;
beforeAll(async () => {
  const env = (cookieKeys: string[], secrets: string[], keys: unknown[]) => ({
    AUTHORIZATION_SERVER_COOKIE_KEYS: cookieKeys.join(','),
    INTROSPECTION_CLIENT_SECRET: secrets.join(','),
    AUTHORIZATION_SERVER_JWKS: JSON.stringify({ keys }),
  });
  before = await startAuthorizationApp({ env: env([OLD_COOKIE_KEY], [OLD_SECRET], [OLD_KEY]) });
  const { database } = before;
  meanwhile = await startAuthorizationApp({
    database,
    env: env([NEW_COOKIE_KEY, OLD_COOKIE_KEY], [NEW_SECRET, OLD_SECRET], [NEW_KEY, OLD_KEY]),
  });
  after = await startAuthorizationApp({ database, env: env([NEW_COOKIE_KEY], [NEW_SECRET], [NEW_KEY]) });
});
afterAll(async () => {
  await after.stop();
  await meanwhile.stop();
  await before.stop();
});

test('AUTHORIZATION_SERVER_COOKIE_KEYS: a form shown with the old key is accepted until it is removed', async () => {
  const page = await request(before.url).get('/login').expect(200);
  const cookies = (page.headers['set-cookie'] as unknown as string[]).map((cookie) => cookie.split(';')[0]);
  const send = (server: AuthorizationServer) =>
    request(server.url)
      .post('/login')
      .set('Cookie', cookies.join('; '))
      .type('form')
      .send({ ...hiddenFields(page.text), email: ANN, password: PASSWORD });
  expect((await send(meanwhile)).headers['location']).toBe('/tokens');
  expect((await send(after)).status).toBe(403);
});

test.each([
  ['a service with the token alone', {}],
  ['a client with a hint, which oidc-provider answers', { token_type_hint: 'refresh_token' }],
])('INTROSPECTION_CLIENT_SECRET: both are accepted until the old one is removed: %s', async (_who, form) => {
  const status = async (server: AuthorizationServer, secret: string) => {
    const answer = await request(server.url)
      .post('/introspect')
      .auth(INTROSPECTION.clientId, secret)
      .type('form')
      .send({ token: 'unknown', ...form });
    return answer.status;
  };
  expect([await status(before, OLD_SECRET), await status(before, NEW_SECRET)]).toEqual([200, 401]);
  expect([await status(meanwhile, OLD_SECRET), await status(meanwhile, NEW_SECRET)]).toEqual([200, 200]);
  expect([await status(after, OLD_SECRET), await status(after, NEW_SECRET)]).toEqual([401, 200]);
});

test('AUTHORIZATION_SERVER_JWKS: both keys are published until the old one is removed, and the first one signs', async () => {
  const published = async (server: AuthorizationServer) => {
    const { body } = await request(server.url).get('/jwks').expect(200);
    return (body as { keys: { kid: string }[] }).keys.map(({ kid }) => kid);
  };
  expect(await published(before)).toEqual(['old']);
  expect(await published(meanwhile)).toEqual(['new', 'old']);
  expect(await published(after)).toEqual(['new']);

  const client = await TestClient.register(meanwhile.url);
  const { response } = await client.obtainTokens({ email: ANN }, { scope: 'openid reports' });
  const [header = ''] = (response.id_token ?? '').split('.');
  expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toMatchObject({ kid: 'new', alg: 'ES256' });
});
