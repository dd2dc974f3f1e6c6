import { randomBytes } from 'node:crypto';
import { type AuthorizationServer, RESOURCES } from '@funnel/fixtures';
import {
  findUserByEmail,
  leaveAccount,
  listSecurityEvents,
  removeCompanyLogin,
  verifyCompanyDomain,
} from '@funnel/identity';
import { seal } from '@funnel/db';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { generateKeyPair, type JWTPayload } from 'jose';
import { startAuthorizationApp } from '../support/authorization-app.ts';
import { COMPANY_CLIENT, type Company, startCompany } from '../support/company.ts';
import { introspect, TestClient } from '../support/test-client.ts';

const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const DOMAIN = 'oak.example';
const EMAIL = `carol@${DOMAIN}`;

let app: AuthorizationServer;
let company: Company;
let client: TestClient;
let claims: JWTPayload;
beforeAll(async () => {
  company = await startCompany();
  const key = randomBytes(32);
  app = await startAuthorizationApp({
    env: { IDENTITY_ENCRYPTION_KEY: key.toString('base64'), ALLOWED_PRIVATE_ISSUERS: company.url },
  });
  company.register(`${app.url}/login/company/callback`);
  const secret = seal(COMPANY_CLIENT.client_secret, new Uint8Array(key));
  await app.database.sql`
    insert into company_logins (account_id, issuer, client_id, client_secret, domain, role)
    values (1, ${company.url}, ${COMPANY_CLIENT.client_id}, ${secret}, ${DOMAIN}, 'member')`;
  await verifyCompanyDomain(app.database, { accountId: 1, domain: DOMAIN });
  client = await register();
});
beforeEach(() => {
  claims = {
    sub: 'carol',
    aud: app.url,
    client_id: client.client.client_id,
    resource: RESOURCES.mcp,
    scope: 'reports',
    email: EMAIL,
    email_verified: true,
  };
});
afterAll(async () => {
  await app?.stop();
  await company?.stop();
});

const register = (grantTypes = [GRANT_TYPE]) =>
  TestClient.register(app.url, { grant_types: ['authorization_code', ...grantTypes] });

interface Answer {
  status: number;
  access_token?: string;
  error?: string;
  error_description?: string;
  scope?: string;
  expires_in?: number;
  refresh_token?: string;
}

async function exchange(assertion: string, fields: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(`${app.url}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: GRANT_TYPE,
      assertion,
      client_id: client.client.client_id,
      ...fields,
    }),
  });
  return { status: response.status, ...((await response.json()) as object) };
}

test('the metadata say that it is supported', async () => {
  const response = await fetch(`${app.url}/.well-known/oauth-authorization-server`);
  const metadata = (await response.json()) as Record<string, string[]>;
  expect(metadata['grant_types_supported']).toContain(GRANT_TYPE);
  expect(metadata['authorization_grant_profiles_supported']).toEqual([
    'urn:ietf:params:oauth:grant-profile:id-jag',
  ]);
});

test('the word of the company gives a token for the websites of its account, for an hour and without a refresh token', async () => {
  const answer = await exchange(await company.assert(claims));
  expect(answer).toMatchObject({ status: 200, token_type: 'Bearer', scope: 'reports', expires_in: 3600 });
  expect(answer.refresh_token).toBeUndefined();
  expect(await introspect(app.url, answer.access_token ?? '')).toMatchObject({
    active: true,
    aud: RESOURCES.mcp,
    scope: 'reports',
    website_ids: [11, 12],
    client_id: client.client.client_id,
  });
  const user = await findUserByEmail(app.database, EMAIL);
  const events = await listSecurityEvents(app.database, { userId: user?.id ?? 0, limit: 9 });
  expect(events.map(({ kind }) => kind)).toContain('company_assistant');
  // The next hour does not fill the audit log.
  await exchange(await company.assert(claims));
  const after = await listSecurityEvents(app.database, { kinds: ['company_assistant'], limit: 9 });
  expect(after).toHaveLength(1);
});

test('the token is for the service that the assertion names, with what assertion and request have in common', async () => {
  const scope = 'reports contacts:read';
  const rest = await exchange(await company.assert({ ...claims, resource: RESOURCES.rest, scope }), {
    scope: 'contacts:read areas:read',
  });
  expect(rest).toMatchObject({ status: 200, scope: 'contacts:read' });
  expect((await introspect(app.url, rest.access_token ?? ''))['aud']).toBe(RESOURCES.rest);
});

test('an assertion works once, also for two who send it at the same time', async () => {
  const assertion = await company.assert(claims);
  const answers = await Promise.all([exchange(assertion), exchange(assertion), exchange(assertion)]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await exchange(assertion)).toMatchObject({
    error: 'invalid_grant',
    error_description: 'the assertion was used before',
  });
});

describe('is refused', () => {
  const now = () => Math.floor(Date.now() / 1000);
  const refused: [string, () => Promise<string>, string?][] = [
    ['for another server', () => company.assert({ ...claims, aud: 'https://other.example' })],
    ['for several servers', () => company.assert({ ...claims, aud: [app.url, 'https://other.example'] })],
    ['for another client', () => company.assert({ ...claims, client_id: 'somebody' })],
    ['without a client', () => company.assert({ ...claims, client_id: undefined })],
    ['of an unknown issuer', () => company.assert({ ...claims, iss: 'https://evil.example' })],
    ['that has expired', () => company.assert({ ...claims, iat: now() - 400, exp: now() - 100 })],
    [
      'that is made for a year',
      () => company.assert({ ...claims, iat: now() - 3600, exp: now() + 31_536_000 }),
    ],
    ['of the future', () => company.assert({ ...claims, iat: now() + 3600, exp: now() + 4000 })],
    ['that is an ID token', () => company.assert(claims, { typ: 'JWT' })],
    ['that is no assertion', async () => 'not.a.jwt'],
    [
      'with another signature',
      async () => company.assert(claims, { key: (await generateKeyPair('ES256')).privateKey }),
    ],
    [
      'for a service that nobody knows',
      () => company.assert({ ...claims, resource: 'https://x.example' }),
      'invalid_target',
    ],
    [
      'for two services',
      () => company.assert({ ...claims, resource: [RESOURCES.mcp, RESOURCES.rest] }),
      'invalid_target',
    ],
    ['without a scope', () => company.assert({ ...claims, scope: undefined }), 'invalid_scope'],
    [
      'for a scope of another service',
      () => company.assert({ ...claims, scope: 'events:write' }),
      'invalid_scope',
    ],
    [
      'about somebody new without a verified address',
      () => company.assert({ ...claims, sub: 'new', email: `new@${DOMAIN}`, email_verified: undefined }),
    ],
    [
      'about an address of another domain',
      () => company.assert({ ...claims, sub: 'new', email: 'new@evil.example' }),
    ],
  ];

  test.each(refused)('an assertion %s', async (_text, make, error = 'invalid_grant') => {
    expect(await exchange(await make())).toMatchObject({ status: 400, error });
  });

  test.each([
    ['that ends after the end of all dates', 8.64e12, 'carol'],
    ['that ends in the year 10000', 253_402_300_800, 'carol'],
  ])('an assertion %s counts for ten minutes like any other', async (_text, exp, sub) => {
    const assertion = await company.assert({ ...claims, exp, sub });
    expect((await exchange(assertion)).status).toBe(200);
    expect(await exchange(assertion)).toMatchObject({ status: 400, error: 'invalid_grant' });
  });

  test.each(['a\u0000', ''])('an assertion about %j', async (sub) => {
    expect(await exchange(await company.assert({ ...claims, sub }))).toMatchObject({
      status: 400,
      error: 'invalid_grant',
    });
  });

  test('an unsigned assertion', async () => {
    const [, payload] = (await company.assert(claims)).split('.');
    const header = Buffer.from(JSON.stringify({ alg: 'none', typ: 'oauth-id-jag+jwt' })).toString(
      'base64url',
    );
    expect(await exchange(`${header}.${payload}.`)).toMatchObject({ status: 400, error: 'invalid_grant' });
  });

  test('a request for another service than the assertion', async () => {
    const answer = await exchange(await company.assert(claims), { resource: RESOURCES.rest });
    expect(answer).toMatchObject({ status: 400, error: 'invalid_target' });
  });

  test('a client that has not registered for it', async () => {
    const other = await register([]);
    const answer = await exchange(await company.assert({ ...claims, client_id: other.client.client_id }), {
      client_id: other.client.client_id,
    });
    expect(answer).toMatchObject({ status: 400, error: 'invalid_request' });
  });

  test('a person whom an owner has removed, also with a token that exists', async () => {
    const { access_token: token = '' } = await exchange(await company.assert(claims));
    const user = await findUserByEmail(app.database, EMAIL);
    await leaveAccount(app.database, { userId: user?.id ?? 0, accountId: 1 });
    expect(await introspect(app.url, token)).toEqual({ active: false });
    expect(await exchange(await company.assert(claims))).toMatchObject({
      status: 400,
      error: 'invalid_grant',
    });
  });
});

test('tokens by assertion end with the company login', async () => {
  const person = { sub: 'dora', email: `dora@${DOMAIN}` };
  const { access_token: token = '' } = await exchange(await company.assert({ ...claims, ...person }));
  expect(await introspect(app.url, token)).toMatchObject({ active: true });
  await removeCompanyLogin(app.database, 1);
  expect(await introspect(app.url, token)).toEqual({ active: false });
});

test('without a key that seals secrets, it is not offered', async () => {
  const other = await startAuthorizationApp({ database: app.database });
  const response = await fetch(`${other.url}/.well-known/oauth-authorization-server`);
  const metadata = (await response.json()) as Record<string, string[]>;
  expect(metadata['grant_types_supported']).not.toContain(GRANT_TYPE);
  expect(metadata['authorization_grant_profiles_supported']).toBeUndefined();
  await other.stop();
});
