import { SCOPES } from '@funnel/domain';
import { type AuthorizationServer } from '@funnel/fixtures';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { request as rawRequest } from 'node:http';
import { startAuthorizationApp } from '../support/authorization-app.ts';
import request from 'supertest';

let app: AuthorizationServer;
beforeAll(async () => {
  app = await startAuthorizationApp();
});
afterAll(() => app.stop());

const PATHS = ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration'];

test('is the same at both addresses and complete', async () => {
  for (const path of PATHS) {
    const { body } = await request(app.url).get(path).expect(200);
    expect(body).toMatchObject({
      issuer: app.url,
      authorization_endpoint: `${app.url}/authorize`,
      token_endpoint: `${app.url}/token`,
      registration_endpoint: `${app.url}/register`,
      introspection_endpoint: `${app.url}/introspect`,
      revocation_endpoint: `${app.url}/revoke`,
      jwks_uri: `${app.url}/jwks`,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: [
        'authorization_code',
        'refresh_token',
        'urn:ietf:params:oauth:grant-type:token-exchange',
      ],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
      id_token_signing_alg_values_supported: ['ES256'],
      scopes_supported: [...SCOPES, 'openid', 'email', 'offline_access'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
    expect(body).not.toHaveProperty('userinfo_endpoint');
  }
});

test('can be read by pages of any origin', async () => {
  for (const path of PATHS) {
    const response = await request(app.url).get(path).set('Origin', 'https://app.example').expect(200);
    expect(response.headers['access-control-allow-origin']).toBe('https://app.example');
  }
});

test('uses the issuer, not the Host or proxy headers of a request', async () => {
  const { port } = new URL(app.url);
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
  const text = await new Promise<string>((resolve, reject) => {
    rawRequest({ host: '127.0.0.1', port, path: PATHS[0], headers }, (response) => {
      let body = '';
      response.on('data', (chunk) => (body += chunk)).on('end', () => resolve(body));
    })
      .on('error', reject)
      .end();
  });
  expect(text).toContain(`"authorization_endpoint":"${app.url}/authorize"`);
  expect(text).not.toContain('evil');
});

test('uses https addresses, strict transport and secure cookies behind an https proxy', async () => {
  const issuer = 'https://auth.example.com';
  const behind = await startAuthorizationApp({ env: { AUTHORIZATION_SERVER_ISSUER: issuer } });
  const { body, headers } = await request(behind.url)
    .get(PATHS[0] ?? '')
    .expect(200);
  expect(headers['strict-transport-security']).toMatch(/^max-age=31536000/);
  expect((await request(app.url).get('/login')).headers['strict-transport-security']).toBeUndefined();
  expect(body).toMatchObject({ issuer, token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/jwks` });
  const registration = { redirect_uris: ['https://client.example/cb'], token_endpoint_auth_method: 'none' };
  const { body: client } = await request(behind.url).post('/register').send(registration).expect(201);
  const query = {
    client_id: client.client_id,
    response_type: 'code',
    redirect_uri: registration.redirect_uris[0],
    code_challenge: 'c'.repeat(43),
    code_challenge_method: 'S256',
  };
  const response = await request(behind.url).get('/authorize').query(query).expect(303);
  const cookies = response.headers['set-cookie'] as unknown as string[];
  expect(cookies.length).toBeGreaterThan(1);
  for (const cookie of cookies) expect(cookie).toMatch(/; secure; httponly/i);
  await behind.stop();
});

test('publishes only the public key', async () => {
  const { body } = await request(app.url).get('/jwks').expect(200);
  expect(body.keys).toHaveLength(1);
  expect(body.keys[0]).toMatchObject({ kty: 'EC', crv: 'P-256' });
  expect(body.keys[0]).not.toHaveProperty('d');
});
