import { ANN, type AuthorizationServer, PASSWORD, PersonVisitor, RESOURCES } from '@funnel/fixtures';
import { hiddenFields } from '@funnel/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import * as oauth from 'oauth4webapi';
import { startAuthorizationApp } from '../support/authorization-app.ts';
import { introspect, TestClient } from '../support/test-client.ts';

const DASHBOARD_URL = 'http://127.0.0.1:45998';
const CALLBACK = `${DASHBOARD_URL}/sign-in/callback`;
const SECRET = 'the-secret-of-the-dashboard-at-the-server';
const CLIENT_ID = 'funnel-dashboard';

let app: AuthorizationServer;
let without: AuthorizationServer;
beforeAll(async () => {
  app = await startAuthorizationApp({
    env: { DASHBOARD_URL, DASHBOARD_CLIENT_SECRET: `new-${SECRET},${SECRET}` },
  });
  without = await startAuthorizationApp();
});
afterAll(async () => {
  await app.stop();
  await without.stop();
});

const verifier = 'v'.repeat(43);

/** Signs Ann in for the dashboard; ends at the page or at the address that it leads to. */
async function authorize(server: AuthorizationServer, parameters: Record<string, string> = {}) {
  const client = await TestClient.known(server.url, CLIENT_ID);
  const challenge = await oauth.calculatePKCECodeChallenge(verifier);
  const options = {
    resource: RESOURCES.rest,
    scope: 'openid email reports',
    parameters: { redirect_uri: CALLBACK, ...parameters },
  };
  const visitor = new PersonVisitor(server.url);
  return visitor.goToConsent(client.authorizationUrl(challenge, options), { email: ANN });
}

async function exchange(page: { url: string }, secret = SECRET): Promise<Response> {
  const { server } = await TestClient.known(app.url, CLIENT_ID);
  const client = { client_id: CLIENT_ID };
  const answer = oauth.validateAuthResponse(server, client, new URL(page.url), 'the-state');
  return oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.ClientSecretBasic(secret),
    answer,
    CALLBACK,
    verifier,
    { [oauth.allowInsecureRequests]: true },
  );
}

test('gives the dashboard access to what the person may see, without a consent', async () => {
  const page = await authorize(app);
  expect(page.url.startsWith(`${CALLBACK}?`)).toBe(true);
  const tokens = (await (await exchange(page)).json()) as { access_token: string; refresh_token: string };
  expect(await introspect(app.url, tokens.access_token)).toMatchObject({
    active: true,
    client_id: CLIENT_ID,
    aud: RESOURCES.rest,
    scope: 'reports',
    website_ids: [11, 12],
    all_websites: true,
  });
  // oidc-provider, which answers the dashboard itself, says the same.
  const own = await oauth.introspectionRequest(
    (await TestClient.known(app.url, CLIENT_ID)).server,
    { client_id: CLIENT_ID },
    oauth.ClientSecretBasic(SECRET),
    tokens.access_token,
    { [oauth.allowInsecureRequests]: true },
  );
  expect(await own.json()).toMatchObject({
    active: true,
    scope: 'reports',
    website_ids: [11, 12],
    all_websites: true,
  });
  const [grant] = await app.database.sql`
    select (payload ->> 'exp')::int - (payload ->> 'iat')::int as seconds from authorization_records
    where model = 'Grant' and payload ->> 'clientId' = ${CLIENT_ID}`;
  expect(grant?.['seconds']).toBe(7 * 24 * 3600);
});

describe('a sign-in without a second factor', () => {
  const refresh = async (refreshToken: string) => {
    const { server } = await TestClient.known(app.url, CLIENT_ID);
    const secret = oauth.ClientSecretBasic(SECRET);
    const insecure = { [oauth.allowInsecureRequests]: true };
    const client = { client_id: CLIENT_ID };
    return oauth.refreshTokenGrantRequest(server, client, secret, refreshToken, insecure);
  };
  const require = (isRequired: boolean) =>
    app.database.sql`update accounts set second_factor_required = ${isRequired} where id = 1`;
  const noteSignIn = (change: object) => app.database.sql`
    update authorization_records set payload = payload - 'isStrong' - 'companyAccountId' || ${JSON.stringify(change)}::text::jsonb
    where model = 'Grant' and payload ->> 'clientId' = ${CLIENT_ID}`;
  afterEach(() => require(false));

  test('counts for nothing while an account of the person requires one: its tokens, and what is refreshed', async () => {
    const page = await authorize(app);
    const late = await authorize(app);
    const tokens = (await (await exchange(page)).json()) as { access_token: string; refresh_token: string };
    const isActive = async () => (await introspect(app.url, tokens.access_token)).active;
    expect(await isActive()).toBe(true);
    await require(true);
    expect(await isActive()).toBe(false);
    const own = await oauth.introspectionRequest(
      (await TestClient.known(app.url, CLIENT_ID)).server,
      { client_id: CLIENT_ID },
      oauth.ClientSecretBasic(SECRET),
      tokens.access_token,
      { [oauth.allowInsecureRequests]: true },
    );
    expect(await own.json()).toEqual({ active: false });
    expect((await refresh(tokens.refresh_token)).status).toBe(400);
    expect((await exchange(late)).status).toBe(400);
    await require(false);
    expect(await isActive()).toBe(true);
    expect((await refresh(tokens.refresh_token)).status).toBe(200);
  });

  test('is enough with a second factor, by the company whose account requires it, or from before grants said so', async () => {
    const tokens = (await (await exchange(await authorize(app))).json()) as {
      access_token: string;
      refresh_token: string;
    };
    await require(true);
    for (const [signIn, isEnough] of [
      [{ isStrong: true, companyAccountId: null }, true],
      [{ isStrong: false, companyAccountId: 1 }, true],
      [{ isStrong: false, companyAccountId: 2 }, false],
      [{ isStrong: false, companyAccountId: null }, false],
      [{}, true],
    ] as const) {
      await noteSignIn(signIn);
      expect([signIn, (await introspect(app.url, tokens.access_token)).active]).toEqual([signIn, isEnough]);
    }
    await noteSignIn({ isStrong: false, companyAccountId: 2 });
    expect((await refresh(tokens.refresh_token)).status).toBe(400);
    await noteSignIn({ isStrong: false, companyAccountId: 1 });
    expect((await refresh(tokens.refresh_token)).status).toBe(200);
  });
});

test('gives no more than that, whatever it asks for', async () => {
  const page = await authorize(app, { scope: 'openid reports contacts:read contacts:write' });
  const tokens = (await (await exchange(page)).json()) as { access_token: string };
  expect((await introspect(app.url, tokens.access_token)).scope).toBe('reports');
  const settings = await authorize(app, { scope: 'openid reports notifications contacts:read embedding' });
  const { access_token: wide } = (await (await exchange(settings)).json()) as { access_token: string };
  expect((await introspect(app.url, wide)).scope).toBe('reports notifications embedding');
  for (const parameters of [
    { scope: 'contacts:read' },
    { scope: 'notifications' },
    { resource: RESOURCES.mcp },
    { resource: RESOURCES.intake, scope: 'events:write' },
  ]) {
    const refused = new URL((await authorize(app, parameters)).url);
    expect(refused.origin + refused.pathname).toBe(CALLBACK);
    expect(refused.searchParams.get('error')).toMatch(/invalid_scope|invalid_target/);
  }
});

test('accepts each of its secrets, and no other one', async () => {
  expect((await exchange(await authorize(app), `new-${SECRET}`)).status).toBe(200);
  expect((await exchange(await authorize(app), 'x'.repeat(40))).status).toBe(401);
});

test('sends codes nowhere else', async () => {
  for (const redirect_uri of [
    'https://evil.example/sign-in/callback',
    `${CALLBACK}/..`,
    `${DASHBOARD_URL}/`,
  ]) {
    const page = await authorize(app, { redirect_uri });
    expect([redirect_uri, page.status, new URL(page.url).origin]).toEqual([redirect_uri, 400, app.url]);
  }
});

describe('nobody else is spared the consent', () => {
  test('not a client with its name and address', async () => {
    const client = await TestClient.register(app.url, {
      client_id: CLIENT_ID,
      client_name: 'your reports',
      redirect_uris: [CALLBACK],
    });
    expect(client.client.client_id).not.toBe(CLIENT_ID);
    const challenge = await oauth.calculatePKCECodeChallenge(verifier);
    const url = client.authorizationUrl(challenge, {
      resource: RESOURCES.rest,
      parameters: { redirect_uri: CALLBACK },
    });
    const page = await client.visitor.goToConsent(url, { email: ANN });
    expect([page.status, new URL(page.url).origin]).toEqual([200, app.url]);
    expect(page.text).toContain('name="decision"');
  });

  test('not a stored client with its id, where there is no dashboard', async () => {
    expect((await authorize(without)).status).toBe(400);
    const metadata = {
      client_id: CLIENT_ID,
      redirect_uris: [CALLBACK],
      grant_types: ['authorization_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    };
    await without.database.sql`insert into authorization_records (model, id_hash, payload)
      values ('Client', sha256(${CLIENT_ID}::bytea), ${JSON.stringify(metadata)}::text::jsonb)`;
    const page = await authorize(without);
    expect([page.status, page.text.includes('name="decision"')]).toEqual([200, true]);
  });
});

describe('the login', () => {
  async function logIn(server: AuthorizationServer, path: string) {
    const visitor = new PersonVisitor(server.url);
    const login = await visitor.get(path);
    const action = /action="([^"]*login[^"]*)"/.exec(login.text)?.[1] ?? '';
    const fields = { ...hiddenFields(login.text), email: ANN, password: PASSWORD };
    return { visitor, login, page: await visitor.post(action, fields) };
  }

  test('leads to the dashboard, or to the page that was asked for', async () => {
    expect((await logIn(app, '/login')).page.url).toBe(`${DASHBOARD_URL}/`);
    expect((await new PersonVisitor(app.url).get('/')).url).toBe(`${DASHBOARD_URL}/`);
    expect((await logIn(app, '/members')).page.url).toBe(`${app.url}/members`);
    expect((await logIn(app, '/tokens')).page.url).toBe(`${app.url}/tokens`);
    for (const to of [
      '//evil.example',
      'https://evil.example',
      '/logout',
      '__proto__',
      '/tokens&to=/members',
    ])
      expect([to, (await logIn(app, `/login?to=${to}`)).page.url]).toEqual([to, `${DASHBOARD_URL}/`]);
  });

  test('allows its form to lead there, and its pages have a link', async () => {
    expect((await logIn(app, '/login')).login.text).toContain('your reports');
    const { visitor, login } = await logIn(app, '/tokens');
    expect(login.text).not.toContain('your reports');
    expect(login.headers.get('content-security-policy')).toContain(`form-action 'self' ${DASHBOARD_URL};`);
    for (const path of ['/tokens', '/applications', '/members', '/audit', '/sessions', '/password'])
      expect((await visitor.get(path)).text).toContain(`<a href="${DASHBOARD_URL}">Reports</a>`);
  });

  test('leads to the token page without a dashboard', async () => {
    const { visitor, login, page } = await logIn(without, '/login');
    expect(page.url).toBe(`${without.url}/tokens`);
    expect(login.headers.get('content-security-policy')).toContain("form-action 'self';");
    expect((await visitor.get('/tokens')).text).not.toContain('>Reports</a>');
  });
});
