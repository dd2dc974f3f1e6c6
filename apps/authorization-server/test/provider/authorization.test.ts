import { MAX_ID } from '@funnel/domain';
import { ANN, type AuthorizationServer, NORA, PersonVisitor, RESOURCES } from '@funnel/fixtures';
import { addSecondFactor, findUserByEmail, resetSecondFactors } from '@funnel/identity';
import { hiddenFields } from '@funnel/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startAuthorizationApp } from '../support/authorization-app.ts';
import { introspect, REDIRECT_URI, TestClient } from '../support/test-client.ts';
import * as oauth from 'oauth4webapi';

let app: AuthorizationServer;
let client: TestClient;
beforeAll(async () => {
  app = await startAuthorizationApp();
  client = await TestClient.register(app.url);
});
afterAll(() => app.stop());

const challenge = () => oauth.calculatePKCECodeChallenge(oauth.generateRandomCodeVerifier());

describe('an authorization with a second factor', () => {
  let annId: number;
  let codes: string[];
  beforeAll(async () => {
    annId = (await findUserByEmail(app.database, ANN))?.id ?? 0;
    const factor = { userId: annId, kind: 'passkey', name: 'laptop', key: null, counter: 0 } as const;
    const added = await addSecondFactor(app.database, { ...factor, isStrong: false });
    codes = 'recoveryCodes' in added ? added.recoveryCodes : [];
  });
  afterAll(() => resetSecondFactors(app.database, annId));

  test('asks for it after the password, and for nothing before', async () => {
    const asking = await TestClient.register(app.url);
    const step = await asking.visitor.goToConsent(asking.authorizationUrl(await challenge()), { email: ANN });
    expect(step.text).toContain('One more step');
    const send = (code: string) => asking.visitor.post(step.url, { ...hiddenFields(step.text), code });
    expect(await send('wrong')).toMatchObject({ status: 422 });
    // A decision is not taken from somebody who has not shown it.
    const forged = { ...hiddenFields(step.text), decision: 'allow', website_ids: ['11'] };
    expect((await asking.visitor.post(step.url, forged)).status).toBe(422);
    const consent = await send(codes[0] ?? '');
    expect(consent.text).toContain('requests access');
    const answer = await asking.visitor.consent(consent, { email: ANN, websiteIds: [11] });
    expect(new URL(answer.url).searchParams.get('code')).toMatch(/.+/);
  });

  test('an account that requires it gives nothing to who has none', async () => {
    await resetSecondFactors(app.database, annId);
    await app.database.sql`update accounts set second_factor_required = true`;
    const asking = await TestClient.register(app.url);
    const url = asking.authorizationUrl(await challenge());
    const refused = await asking.visitor.goToConsent(url, { email: ANN });
    expect([refused.status, /A second factor is required/.test(refused.text)]).toEqual([403, true]);
    const again = await asking.visitor.get(url);
    expect([again.status, /A second factor is required/.test(again.text)]).toEqual([403, true]);
    await app.database.sql`update accounts set second_factor_required = false`;
  });
});

describe('an authorization', () => {
  test('results in a token for exactly the selected websites', async () => {
    const tokens = await client.obtainTokens({ email: ANN, websiteIds: [12] });
    expect(tokens.response).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'reports' });
    expect(tokens.refreshToken).not.toBe('');
    expect(await introspect(app.url, tokens.accessToken)).toMatchObject({
      active: true,
      aud: RESOURCES.mcp,
      scope: 'reports',
      website_ids: [12],
      client_id: client.client.client_id,
      iss: app.url,
      sub: expect.stringMatching(/^\d+$/),
    });
  });

  test('returns `iss` and `state` to the client', async () => {
    const { answer } = await client.authorize({ email: ANN });
    expect(answer.href).toMatch(new RegExp(`^${REDIRECT_URI}\\?`));
    expect(answer.searchParams.get('iss')).toBe(app.url);
    expect(answer.searchParams.get('state')).toBe('the-state');
  });

  test('asks for the websites each time, and fills in what was chosen for this very client', async () => {
    const other = await TestClient.register(app.url);
    const selected = async (asking: TestClient) => {
      const url = asking.authorizationUrl(await challenge());
      const { text } = await asking.visitor.goToConsent(url, { email: ANN });
      expect(text).toContain('requests access');
      return [...text.matchAll(/value="(\d+)" checked/g)].map(([, id]) => Number(id));
    };
    await other.obtainTokens({ email: ANN, websiteIds: [11] });
    expect(await selected(other)).toEqual([11]);
    expect(await selected(await TestClient.register(app.url))).toEqual([]);
    const { accessToken } = await other.obtainTokens({ email: ANN, websiteIds: [12] });
    expect((await introspect(app.url, accessToken))['website_ids']).toEqual([12]);
  });

  test('skips the password if the person is signed in, unless the client requires it', async () => {
    await client.obtainTokens({ email: ANN });
    const again = await client.visitor.get(client.authorizationUrl(await challenge()));
    expect(again.text).not.toContain('name="password"');
    const parameters = { prompt: 'login' };
    const repeated = await client.visitor.get(client.authorizationUrl(await challenge(), { parameters }));
    expect(repeated.text).toContain('name="password"');
  });

  test('shows the client, its redirect address and the requested permissions', async () => {
    const page = await client.visitor.goToConsent(client.authorizationUrl(await challenge()), { email: ANN });
    for (const text of ['Desk Assistant', '127.0.0.1:45999', 'Read reports', 'shop.oak.example', ANN])
      expect(page.text).toContain(text);
    expect(page.text).not.toContain('tidewater');
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  test('accepts the largest website id', async () => {
    await app.database.sql`insert into websites (id, account_id, name, api_key_encrypted, api_key_hash)
      values (${MAX_ID}, 1, 'last.oak.example', '', sha256('key-of-the-last-website'))`;
    const { accessToken } = await client.obtainTokens({ email: ANN, websiteIds: [MAX_ID] });
    expect((await introspect(app.url, accessToken))['website_ids']).toEqual([MAX_ID]);
  });

  test('tells the client when the person denies access', async () => {
    const { answer } = await client.authorize({ email: ANN, decision: 'deny' });
    expect(answer.searchParams.get('error')).toBe('access_denied');
    expect(answer.searchParams.get('iss')).toBe(app.url);
  });

  test('shows an error when no website is selected', async () => {
    const choice = { email: ANN, websiteIds: [] };
    const page = await client.visitor.goToConsent(client.authorizationUrl(await challenge()), choice);
    const answer = await client.visitor.consent(page, choice);
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('Select at least one website.');
    const allowed = await client.visitor.consent(answer, { email: ANN, websiteIds: [11] });
    expect(new URL(allowed.url).searchParams.get('code')).not.toBeNull();
  });

  test('has no Allow button for a person without websites', async () => {
    const visitor = new PersonVisitor(app.url);
    const page = await visitor.goToConsent(client.authorizationUrl(await challenge()), { email: NORA });
    expect(page.text).toContain('You have no websites.');
    expect(page.text).not.toContain('value="allow"');
  });

  test('shows an error for a wrong password and continues with the right one', async () => {
    const visitor = new PersonVisitor(app.url);
    const url = client.authorizationUrl(await challenge());
    const refused = await visitor.goToConsent(url, { email: ANN, password: 'wrong' });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('name="password"');
    expect((await visitor.goToConsent(url, { email: ANN })).text).toContain('requests access');
  });

  test('fails with login_required for prompt=none', async () => {
    const parameters = { prompt: 'none' };
    const { answer } = await client.authorize({ email: ANN }, { parameters });
    expect(answer.searchParams.get('error')).toBe('login_required');
  });
});

describe('resources and scopes', () => {
  test('a token for the REST API has the requested scopes and its audience', async () => {
    const scope = 'reports contacts:read websites:read';
    const { accessToken } = await client.obtainTokens({ email: ANN }, { resource: RESOURCES.rest, scope });
    expect(await introspect(app.url, accessToken)).toMatchObject({ aud: RESOURCES.rest, scope });
  });

  test('a resource is found with and without a trailing slash', async () => {
    const { accessToken } = await client.obtainTokens({ email: ANN }, { resource: `${RESOURCES.rest}/` });
    expect(await introspect(app.url, accessToken)).toMatchObject({ aud: RESOURCES.rest, scope: 'reports' });
  });

  test('scopes of another resource are dropped', async () => {
    const options = { resource: RESOURCES.mcp, scope: 'reports contacts:read contacts:write' };
    const { accessToken, response } = await client.obtainTokens({ email: ANN }, options);
    expect(response.scope).toBe('reports');
    expect((await introspect(app.url, accessToken)).scope).toBe('reports');
  });

  test('a request with only scopes of another resource fails with invalid_scope', async () => {
    const { answer } = await client.authorize({ email: ANN }, { scope: 'contacts:read' });
    expect(answer.searchParams.get('error')).toBe('invalid_scope');
  });

  test('the defaults are the scope reports and the tool server', async () => {
    const { accessToken } = await client.obtainTokens({ email: ANN }, { resource: '', scope: '' });
    expect(await introspect(app.url, accessToken)).toMatchObject({ aud: RESOURCES.mcp, scope: 'reports' });
  });

  test('a refresh works only for the granted resource', async () => {
    const { refreshToken } = await client.obtainTokens({ email: ANN });
    const refresh = (resource: string) =>
      oauth.refreshTokenGrantRequest(client.server, client.client, client.authentication, refreshToken, {
        additionalParameters: { resource },
        [oauth.allowInsecureRequests]: true,
      });
    const other = await refresh(RESOURCES.rest);
    expect([other.status, await other.json()]).toEqual([
      400,
      expect.objectContaining({ error: 'invalid_target' }),
    ]);
    expect((await refresh(RESOURCES.mcp)).status).toBe(200);
  });

  test('an unknown resource is rejected', async () => {
    const { answer } = await client.authorize({ email: ANN }, { resource: 'https://other.example/mcp' });
    expect(answer.searchParams.get('error')).toBe('invalid_target');
    expect(answer.searchParams.has('code')).toBe(false);
  });

  test('offline_access and openid are supported, with an ES256 ID token', async () => {
    const options = { scope: 'openid offline_access reports', parameters: { prompt: 'consent' } };
    const { response, refreshToken } = await client.obtainTokens({ email: ANN }, options);
    expect(refreshToken).not.toBe('');
    expect(oauth.getValidatedIdTokenClaims(response)?.iss).toBe(app.url);
  });

  test('a client that is not registered for refresh tokens gets none', async () => {
    const plain = await TestClient.register(app.url, { grant_types: ['authorization_code'] });
    expect((await plain.obtainTokens({ email: ANN })).refreshToken).toBe('');
  });

  test('a client with a secret must send it, by header or by form', async () => {
    for (const method of ['client_secret_basic', 'client_secret_post']) {
      const confidential = await TestClient.register(app.url, { token_endpoint_auth_method: method });
      const { answer, verifier } = await confidential.authorize({ email: ANN });
      const parameters = oauth.validateAuthResponse(
        confidential.server,
        confidential.client,
        answer,
        'the-state',
      );
      const exchange = (authentication: oauth.ClientAuth) =>
        oauth.authorizationCodeGrantRequest(
          confidential.server,
          confidential.client,
          authentication,
          parameters,
          REDIRECT_URI,
          verifier,
          { [oauth.allowInsecureRequests]: true },
        );
      const by = method === 'client_secret_post' ? oauth.ClientSecretPost : oauth.ClientSecretBasic;
      expect((await exchange(by('another'))).status).toBe(401);
      expect((await exchange(oauth.None())).status).toBe(401);
      expect((await exchange(by(confidential.secret))).status).toBe(200);
    }
  });
});
