import { ANN, type AuthorizationServer, BEN, PASSWORD, PersonVisitor } from '@funnel/fixtures';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { hiddenFields } from '@funnel/testing';
import { startAuthorizationApp } from '../support/authorization-app.ts';
import { introspect, REDIRECT_URI, TestClient } from '../support/test-client.ts';
import * as oauth from 'oauth4webapi';
import request from 'supertest';

let app: AuthorizationServer;
let client: TestClient;
beforeAll(async () => {
  app = await startAuthorizationApp();
  client = await TestClient.register(app.url);
});
afterAll(() => app.stop());

const challenge = () => oauth.calculatePKCECodeChallenge(oauth.generateRandomCodeVerifier());

async function errorOf(response: Response): Promise<string> {
  return ((await response.json()) as { error: string }).error;
}

describe('an authorization code', () => {
  test('works once; a second use is rejected and revokes the tokens of the first', async () => {
    const { answer, verifier } = await client.authorize({ email: ANN });
    const { accessToken, refreshToken } = await client.readTokens(await client.exchange(answer, verifier));
    const second = await client.exchange(answer, verifier);
    expect(second.status).toBe(400);
    expect(await errorOf(second)).toBe('invalid_grant');
    expect((await introspect(app.url, accessToken)).active).toBe(false);
    expect((await client.refresh(refreshToken)).status).toBe(400);
  });

  test('gives no usable token when it is sent many times at once', async () => {
    const { answer, verifier } = await client.authorize({ email: ANN });
    const responses = await Promise.all(Array.from({ length: 6 }, () => client.exchange(answer, verifier)));
    const good = responses.filter(({ status }) => status === 200);
    expect(good.length).toBeLessThanOrEqual(1);
    for (const response of good) {
      const { accessToken } = await client.readTokens(response);
      expect((await introspect(app.url, accessToken)).active).toBe(false);
    }
  });

  test('is rejected for another client', async () => {
    const { answer, verifier } = await client.authorize({ email: ANN });
    const thief = await TestClient.register(app.url);
    const response = await thief.exchange(answer, verifier);
    expect(await errorOf(response)).toBe('invalid_grant');
  });

  test('requires the verifier of its challenge', async () => {
    const { answer } = await client.authorize({ email: ANN });
    const response = await client.exchange(answer, oauth.generateRandomCodeVerifier());
    expect(await errorOf(response)).toBe('invalid_grant');
  });
});

describe('PKCE', () => {
  test.each([
    ['missing', { code_challenge: '', code_challenge_method: '' }],
    ['plain', { code_challenge_method: 'plain' }],
    ['without a method', { code_challenge_method: '' }],
  ])('%s is rejected, also for clients with a secret', async (_name, parameters) => {
    const confidential = await TestClient.register(app.url, {
      token_endpoint_auth_method: 'client_secret_basic',
    });
    for (const one of [client, confidential]) {
      const { answer } = await one.authorize({ email: ANN }, { parameters });
      expect(answer.searchParams.get('error')).toBe('invalid_request');
      expect(answer.searchParams.has('code')).toBe(false);
    }
  });
});

describe('an authorization request', () => {
  test.each([
    'https://evil.example/callback',
    'http://127.0.0.1:45999/other',
    'http://127.0.0.1.evil.example:45999/callback',
    'http://127.0.0.1:45999@evil.example/callback',
    'http://localhost:45999/callback',
    'javascript:alert(1)',
  ])('with the unregistered redirect %s does not redirect', async (redirect_uri) => {
    const url = client.authorizationUrl(await challenge(), { parameters: { redirect_uri } });
    const page = await new PersonVisitor(app.url).get(url);
    expect(page.url.startsWith(app.url)).toBe(true);
    expect(page.status).toBe(400);
    expect(page.text).toContain('cannot be completed');
  });

  test('of an unknown client does not redirect', async () => {
    const url = client.authorizationUrl(await challenge(), { parameters: { client_id: 'unknown' } });
    const page = await new PersonVisitor(app.url).get(url);
    expect([page.status, page.url.startsWith(app.url)]).toEqual([400, true]);
  });

  test.each(['token', 'id_token', 'code token', 'none'])(
    'for response_type %s is rejected',
    async (response_type) => {
      const { answer } = await client.authorize(
        { email: ANN },
        { parameters: { response_type, nonce: 'n' } },
      );
      expect(answer.href).toMatch(/error=unsupported_response_(type|mode)|error=invalid_request/);
      expect(answer.href).not.toMatch(/access_token|id_token=|code=/);
    },
  );

  test.each(['fragment', 'form_post'])('for the response mode %s is rejected', async (response_mode) => {
    const url = client.authorizationUrl(await challenge(), { parameters: { response_mode } });
    const page = await client.visitor.get(url);
    expect(`${page.url} ${page.text}`).toContain('invalid_request');
  });
});

describe('the consent form', () => {
  async function consentPage(visitor: PersonVisitor) {
    return visitor.goToConsent(client.authorizationUrl(await challenge()), { email: ANN });
  }

  test('is rejected without its CSRF token, and nothing is granted', async () => {
    const page = await consentPage(client.visitor);
    const grantsBefore = await grantCount();
    for (const csrf of [{}, { csrf: '' }, { csrf: 'AAAA' }] as Record<string, string>[]) {
      const answer = await client.visitor.post(page.url, { ...csrf, website_ids: '11', decision: 'allow' });
      expect(answer.status).toBe(403);
    }
    expect(await grantCount()).toBe(grantsBefore);
  });

  test('is rejected with the CSRF token of another session', async () => {
    const page = await consentPage(client.visitor);
    const stranger = new PersonVisitor(app.url);
    const { csrf } = hiddenFields((await consentPage(stranger)).text);
    const answer = await client.visitor.post(page.url, { csrf, website_ids: '11', decision: 'allow' });
    expect(answer.status).toBe(403);
  });

  test.each([['21'], [['11', '21']], [['11', '999']], ['0'], ['-11'], ['11; drop'], ['1e1'], ['2147483648']])(
    'rejects %j, which is not a website of the person',
    async (website_ids) => {
      const page = await consentPage(client.visitor);
      const { csrf } = hiddenFields(page.text);
      const grantsBefore = await grantCount();
      const answer = await client.visitor.post(page.url, { csrf, website_ids, decision: 'allow' });
      expect(answer.status).toBe(422);
      expect(await grantCount()).toBe(grantsBefore);
    },
  );

  test('cannot be completed by another person who signs in meanwhile', async () => {
    const visitor = new PersonVisitor(app.url);
    const page = await consentPage(visitor);
    const tokens = await visitor.get('/tokens');
    await visitor.post('/logout', { csrf: hiddenFields(tokens.text).csrf });
    const form = await visitor.get('/login');
    await visitor.post('/login', { ...hiddenFields(form.text), email: BEN, password: PASSWORD });
    const later = await visitor.get(page.url);
    expect(later.status).toBe(400);
    expect(later.text).toContain('someone else has signed in');
  });

  test('cannot be opened in a browser that did not start it', async () => {
    const page = await consentPage(client.visitor);
    expect((await new PersonVisitor(app.url).get(page.url)).status).toBe(400);
  });

  async function grantCount(): Promise<number> {
    return (await app.database.sql`select 1 from grant_websites`).length;
  }
});

describe('a token', () => {
  test('cannot be introspected or revoked by another client', async () => {
    const { accessToken } = await client.obtainTokens({ email: ANN });
    const other = await TestClient.register(app.url);
    expect(await other.introspect(accessToken)).toEqual({ active: false });
    await other.revoke(accessToken);
    expect((await client.introspect(accessToken)).active).toBe(true);
  });

  test('cannot be introspected without credentials or with wrong ones', async () => {
    const { accessToken } = await client.obtainTokens({ email: ANN });
    const ask = () => request(app.url).post('/introspect').type('form');
    expect((await ask().send({ token: accessToken })).status).toBe(400);
    const wrong = await ask().auth('funnel-services', 'wrong').send({ token: accessToken });
    expect(wrong.status).toBe(401);
    const without = await ask().send({ token: accessToken, client_id: 'funnel-services' });
    expect(without.status).toBe(401);
  });

  test('is inactive immediately after its revocation, with its whole grant', async () => {
    const { accessToken, refreshToken } = await client.obtainTokens({ email: ANN });
    const later = await client.refreshed(refreshToken);
    await client.revoke(accessToken);
    for (const token of [accessToken, later.accessToken, later.refreshToken]) {
      expect(await introspect(app.url, token)).toEqual({ active: false });
    }
    expect((await client.refresh(later.refreshToken)).status).toBe(400);
  });

  test('is revoked with its refresh token', async () => {
    const { accessToken, refreshToken } = await client.obtainTokens({ email: ANN });
    await client.revoke(refreshToken);
    expect((await introspect(app.url, accessToken)).active).toBe(false);
  });

  test('cannot be obtained by the built-in clients', async () => {
    for (const client_id of ['funnel-services', 'funnel-tokens']) {
      const url = client.authorizationUrl(await challenge(), {
        parameters: { client_id, redirect_uri: REDIRECT_URI },
      });
      expect((await new PersonVisitor(app.url).get(url)).status).toBe(400);
    }
    const response = await request(app.url)
      .post('/token')
      .type('form')
      .auth('funnel-services', 'i'.repeat(40))
      .send({ grant_type: 'client_credentials' });
    expect(response.status).toBe(400);
  });
});

test('errors reveal no stack traces or file paths', async () => {
  const responses = await Promise.all([
    request(app.url).post('/token').type('form').send('grant_type=%E0%A4%A'),
    request(app.url).post('/token').type('json').send('{'),
    request(app.url).get('/authorize?client_id[]=a&client_id=b').accept('html'),
    request(app.url).get('/authorize/%E0%A4%A').accept('html'),
    request(app.url).post('/register').type('json').send('{"redirect_uris": '),
  ]);
  for (const { text, status } of responses) {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(text).not.toMatch(/node_modules|file:|\/src\/|\bat \w+/);
  }
});

describe('a null character', () => {
  test.each(['state', 'login_hint', 'ui_locales', 'display', 'nonce'])('in %s is rejected', async (name) => {
    const url = client.authorizationUrl(await challenge());
    url.searchParams.set(name, 'a\0b');
    const response = await fetch(url, { headers: { Accept: 'text/html' }, redirect: 'manual' });
    expect(response.status).toBe(422);
    expect(await response.text()).toContain('null character');
    expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
  });

  test('in a registration or a form is rejected', async () => {
    const body = { redirect_uris: [REDIRECT_URI], client_name: 'a\0b' };
    const { status, body: answer } = await request(app.url).post('/register').send(body);
    expect([status, answer.error]).toEqual([400, 'invalid_client_metadata']);
    const form = await request(app.url)
      .post('/login')
      .type('form')
      .send({ email: 'a\0@example.com', password: 'x' });
    expect(form.status).toBe(422);
  });
});

test('an HTML error of the registration has the headers of a page', async () => {
  const response = await request(app.url)
    .post('/register')
    .set({ Accept: 'text/html', 'Content-Type': 'application/json' })
    .send('{');
  expect(response.status).toBe(400);
  expect(response.headers['content-security-policy']).toContain("default-src 'none'");
});

test.each(['/token', '/introspect', '/revoke'])(
  'an HTML error of %s has the headers of a page',
  async (path) => {
    const response = await request(app.url)
      .post(path)
      .set('Accept', 'text/html')
      .type('form')
      .send({ token: 'x' });
    expect(response.status).toBe(400);
    expect(response.type).toBe('text/html');
    expect(response.headers['content-security-policy']).toContain("default-src 'none'");
  },
);

test('starts at most 300 authorizations in ten minutes for a network', async () => {
  const startMany = async () => {
    const other = await startAuthorizationApp();
    const known = await TestClient.register(other.url);
    const url = known.authorizationUrl(await challenge());
    const window = tenMinutes();
    const statuses = await Promise.all(
      Array.from({ length: 305 }, async () => (await fetch(url, { redirect: 'manual' })).status),
    );
    const [rows] = await other.database.sql`
      select count(*)::int as interactions from authorization_records where model = 'Interaction'`;
    await other.stop();
    const refused = statuses.filter((status) => status === 429).length;
    return { isOneWindow: window === tenMinutes(), refused, interactions: rows?.['interactions'] as number };
  };
  const first = await startMany();
  // A run in which the next ten minutes begin is counted in two windows.
  const { refused, interactions } = first.isOneWindow ? first : await startMany();
  expect({ refused, interactions }).toEqual({ refused: 5, interactions: 300 });
});

function tenMinutes(): number {
  return Math.floor(Date.now() / 600_000);
}
