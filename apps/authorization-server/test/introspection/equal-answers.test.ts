import { issuePersonalToken, issueViewToken } from '@funnel/identity';
import { ANN, type AuthorizationServer, INTROSPECTION, RESOURCES } from '@funnel/fixtures';
import { trustedWebsiteId } from '@funnel/domain';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startAuthorizationApp } from '../support/authorization-app.ts';
import { type IntrospectionServers, startIntrospectionServers } from '../support/introspection-servers.ts';
import { TestClient, type Tokens } from '../support/test-client.ts';

let app: AuthorizationServer;
let servers: IntrospectionServers;
let client: TestClient;
beforeAll(async () => {
  app = await startAuthorizationApp();
  servers = await startIntrospectionServers(app);
  client = await TestClient.register(app.url);
});
afterAll(async () => {
  await servers.close();
  await app.stop();
});

const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
const SERVICES = basic(INTROSPECTION.clientId, INTROSPECTION.clientSecret);
const CLIENT_DOCUMENT = 'https://client.example/c.json';
const FORM = 'application/x-www-form-urlencoded';

interface Request {
  path?: string;
  headers?: Record<string, string>;
  body?: string;
}

async function send(origin: string, { path = '/introspect', headers = {}, body = '' }: Request) {
  const response = await fetch(origin + path, {
    method: 'POST',
    headers: { authorization: SERVICES, 'content-type': FORM, accept: 'application/json', ...headers },
    body: Buffer.from(body),
  });
  const text = await response.text();
  return { status: response.status, cacheControl: response.headers.get('cache-control'), text };
}

/** Requires the same answer from oidc-provider and the whole server; returns it, and who gave it. */
async function answerTo(request: Request) {
  const handled = await send(servers.handler, request);
  const provided = await send(servers.provider, request);
  const { status, cacheControl, text } = await send(app.url, request);
  expect({ status, cacheControl, text }).toEqual(provided);
  if (handled.status === 418) {
    expect(JSON.parse(handled.text)).toEqual({ bytes: Buffer.byteLength(request.body ?? '') });
    return { by: 'oidc-provider', status, json: JSON.parse(text) as unknown };
  }
  expect(handled).toEqual(provided);
  expect(cacheControl).toBe('no-store');
  return { by: 'statement', status, json: JSON.parse(text) as unknown };
}

const answerFor = (token: string) => answerTo({ body: `token=${token}&token_type_hint=access_token` });
const active = (claims: object) => ({
  by: 'statement',
  status: 200,
  json: expect.objectContaining({ active: true, ...claims }),
});
const INACTIVE = { by: 'statement', status: 200, json: { active: false } };

const personal = async (userId: number | null, websiteIds: number[]) => {
  const request = { name: 'n', scopes: ['reports'], resource: RESOURCES.rest, lifeSeconds: 3600 };
  const ids = websiteIds.map(trustedWebsiteId);
  return (await issuePersonalToken(app.database, { ...request, userId, websiteIds: ids })).token;
};

async function addPerson(accountId: number): Promise<number> {
  const { sql } = app.database;
  const [user] = await sql`insert into users (email, password_hash)
    values (gen_random_uuid()::text, '-') returning id`;
  const id = Number(user?.['id']);
  await sql`insert into account_members (account_id, user_id) values (${accountId}, ${id})`;
  return id;
}

async function addWebsite(id: number): Promise<number> {
  await app.database.sql`insert into websites (id, account_id, name, api_key_encrypted, api_key_hash)
    values (${id}, 1, ${`${id}.example`}, '', sha256(${String(id)}))`;
  return id;
}

/** Changes the record of a token or, with `Grant`, the record of its grant. */
async function change(token: string, model: 'AccessToken' | 'Grant', set: string): Promise<void> {
  await app.database.sql.unsafe(
    `update authorization_records as record set ${set} from authorization_records as token
     where token.model = 'AccessToken' and token.id_hash = sha256($1::text::bytea) and record.model = $2
     and record.id_hash = case $2 when 'Grant' then token.grant_id_hash else token.id_hash end`,
    [token, model],
  );
}

describe('our introspection answers exactly like oidc-provider for', () => {
  let tokens: Tokens;
  beforeAll(async () => {
    tokens = await client.obtainTokens({ email: ANN, websiteIds: [11, 12] });
  });

  test('an access token', async () => {
    expect(await answerFor(tokens.accessToken)).toEqual(
      active({ website_ids: [11, 12], aud: RESOURCES.mcp, client_id: client.client.client_id }),
    );
    expect(await answerTo({ body: `token=${tokens.accessToken}` })).toEqual(active({}));
  });

  test('a token that follows its person', async () => {
    const { accessToken } = await client.obtainTokens({ email: ANN, websiteIds: [11] });
    await app.database.sql`
      update grant_websites set follows_person = true where grant_id_hash = (
        select grant_id_hash from authorization_records where id_hash = sha256(${accessToken}::text::bytea))`;
    expect(await answerFor(accessToken)).toEqual(
      active({ website_ids: [11, 12], all_websites: true, email: ANN, email_verified: true }),
    );
  });

  test('a personal token and a token without an owner', async () => {
    const person = await addPerson(1);
    expect(await answerFor(await personal(person, [11]))).toEqual(
      active({ sub: String(person), website_ids: [11], client_id: 'funnel-tokens' }),
    );
    expect(await answerFor(await personal(null, [11, 21]))).toEqual(
      active({ sub: 'service', website_ids: [11, 21] }),
    );
  });

  test('a view token, of a website and of a campaign', async () => {
    const token = await personal(null, [11, 21]);
    const [record] = await app.database.sql<{ grantId: string }[]>`
      select payload ->> 'grantId' as "grantId" from authorization_records where id_hash = sha256(${token}::text::bytea)`;
    const shown = {
      grantId: record?.grantId ?? '',
      resource: RESOURCES.rest,
      websiteId: trustedWebsiteId(21),
    };
    const tokenFor = async (campaignId: number | null) =>
      (await issueViewToken(app.database, { ...shown, campaignId }))?.token ?? '';
    const claims = { website_ids: [21], token_use: 'view', scope: 'reports' };
    expect(await answerFor(await tokenFor(null))).toEqual(active(claims));
    expect(await answerFor(await tokenFor(7))).toEqual(active({ ...claims, campaign_ids: [7] }));
    // Nothing but its website was taken from the token that it came from.
    expect(await answerFor(token)).toEqual(active({ website_ids: [11, 21] }));
    const elsewhere = { ...shown, resource: RESOURCES.mcp, campaignId: null };
    expect(await issueViewToken(app.database, elsewhere)).toBeUndefined();
  });

  test('a token of a client with a metadata document', async () => {
    const { accessToken } = await client.obtainTokens({ email: ANN });
    for (const model of ['AccessToken', 'Grant'] as const) {
      await change(accessToken, model, `payload = record.payload || '{"clientId":"${CLIENT_DOCUMENT}"}'`);
    }
    expect(await answerFor(accessToken)).toMatchObject({ by: 'oidc-provider', status: 400 });
    const document = {
      client_id: CLIENT_DOCUMENT,
      redirect_uris: ['https://client.example/callback'],
      token_endpoint_auth_method: 'none',
    };
    await app.database.sql`insert into authorization_records (model, id_hash, payload)
      values ('ClientMetadata', sha256(${CLIENT_DOCUMENT}), ${JSON.stringify(document)}::text::jsonb)`;
    const handled = await send(servers.handler, { body: `token=${accessToken}` });
    // Only the whole server has the stored copy. The unknown parameter makes oidc-provider answer.
    expect(handled).toEqual(await send(app.url, { body: `token=${accessToken}&more=1` }));
    expect(JSON.parse(handled.text)).toMatchObject({ active: true, client_id: CLIENT_DOCUMENT });
  });

  test.each([
    ['an expired token', 'AccessToken', 'expires_at = now()'],
    [
      'a token that expires within this second',
      'AccessToken',
      `payload = record.payload || jsonb_build_object('exp', floor(extract(epoch from now())))`,
    ],
    ['a token whose grant has expired', 'Grant', 'expires_at = now()'],
    [
      'a token whose grant expires within this second',
      'Grant',
      `payload = record.payload || jsonb_build_object('exp', floor(extract(epoch from now())))`,
    ],
    ['a token whose grant is for another client', 'Grant', `payload = record.payload || '{"clientId":"x"}'`],
    ['a token whose grant is for another person', 'Grant', `payload = record.payload || '{"accountId":"x"}'`],
  ] as const)('%s', async (_what, model, set) => {
    for (const token of [
      (await client.obtainTokens({ email: ANN })).accessToken,
      await personal(null, [11]),
    ]) {
      expect(await answerFor(token)).toEqual(active({}));
      await change(token, model, set);
      expect(await answerFor(token)).toEqual(INACTIVE);
    }
  });

  test('a revoked token and a token whose grant was ended', async () => {
    const revoked = await client.obtainTokens({ email: ANN });
    await client.revoke(revoked.accessToken);
    expect(await answerFor(revoked.accessToken)).toEqual(INACTIVE);
    const ended = await client.obtainTokens({ email: ANN });
    await client.revoke(ended.refreshToken);
    expect(await answerFor(ended.accessToken)).toEqual(INACTIVE);
  });

  test('a token whose owner lost a website, then the account', async () => {
    const { sql } = app.database;
    const [person, website] = [await addPerson(1), await addWebsite(501)];
    const token = await personal(person, [11, website]);
    expect(await answerFor(token)).toEqual(active({ website_ids: [11, website] }));
    await sql`update websites set account_id = 2 where id = ${website}`;
    expect(await answerFor(token)).toEqual(active({ website_ids: [11] }));
    await sql`update websites set account_id = 1 where id = ${website}`;
    expect(await answerFor(token)).toEqual(active({ website_ids: [11] }));
    await sql`delete from account_members where user_id = ${person}`;
    expect(await answerFor(token)).toEqual(active({ website_ids: [] }));
  });

  test('a token with a deleted website', async () => {
    const website = await addWebsite(502);
    const [owned, unowned] = [
      await personal(await addPerson(1), [11, website]),
      await personal(null, [11, website]),
    ];
    await app.database.sql`delete from websites where id = ${website}`;
    for (const token of [owned, unowned])
      expect(await answerFor(token)).toEqual(active({ website_ids: [11] }));
  });

  test('a refresh token and an authorization code', async () => {
    expect(await answerFor(tokens.refreshToken)).toMatchObject({
      by: 'oidc-provider',
      json: { active: true },
    });
    const { answer } = await client.authorize({ email: ANN });
    expect(await answerFor(answer.searchParams.get('code') ?? '')).toEqual(INACTIVE);
  });

  test.each([
    ['unknown', 'fnl_unknown'],
    ['an emoji', '%F0%9F%94%91'],
    ['a zero byte', 'a%00b'],
    ['a broken encoding', '%'],
    ['a space', '+'],
    ['JSON', '{}'],
    ['very long', 'x'.repeat(8000)],
  ])('a token that is %s', async (_what, token) => {
    expect(await answerFor(token)).toEqual(INACTIVE);
  });

  test('a JWT', async () => {
    const jwt = `${Buffer.from('{"alg":"ES256"}').toString('base64url')}.e30.AAAA`;
    expect(await answerFor(jwt)).toMatchObject({
      by: 'oidc-provider',
      json: { error: 'unsupported_token_type' },
    });
  });

  test('a token of a client whose registration is gone', async () => {
    const other = await TestClient.register(app.url);
    const { accessToken } = await other.obtainTokens({ email: ANN });
    await app.database.sql`delete from authorization_records
      where model = 'Client' and id_hash = sha256(${other.client.client_id})`;
    expect(await answerFor(accessToken)).toMatchObject({ by: 'oidc-provider', status: 500 });
  });

  test('a client that asks for its own token, and one that asks for a token of another', async () => {
    const secret = { token_endpoint_auth_method: 'client_secret_basic' };
    const confidential = await TestClient.register(app.url, secret);
    const { accessToken } = await confidential.obtainTokens({ email: ANN });
    const headers = { authorization: basic(confidential.client.client_id, confidential.secret) };
    const own = { headers, body: `token=${accessToken}` };
    expect(await answerTo(own)).toMatchObject({ by: 'oidc-provider', json: { active: true } });
    const others = { headers, body: `token=${tokens.accessToken}` };
    expect(await answerTo(others)).toMatchObject({ by: 'oidc-provider', json: { active: false } });
  });

  test('a public client without credentials', async () => {
    const body = `token=${tokens.accessToken}&client_id=${client.client.client_id}`;
    const request = { method: 'POST', headers: { 'content-type': FORM }, body };
    const [provided, whole] = await Promise.all(
      [servers.provider, app.url].map(async (origin) =>
        (await fetch(`${origin}/introspect`, request)).json(),
      ),
    );
    expect(whole).toEqual(provided);
    expect(whole).toMatchObject({ active: true });
  });
});

describe('oidc-provider answers, with the untouched body,', () => {
  let token: string;
  beforeAll(async () => {
    token = await personal(null, [11]);
  });

  const id = INTROSPECTION.clientId;
  const secret = INTROSPECTION.clientSecret;
  test.each<[string, (good: string) => Request]>([
    ['a wrong secret', (good) => ({ body: good, headers: { authorization: basic(id, 'x'.repeat(40)) } })],
    ['an empty secret', (good) => ({ body: good, headers: { authorization: basic(id, '') } })],
    ['an unknown client', (good) => ({ body: good, headers: { authorization: basic('x', secret) } })],
    ['another scheme', (good) => ({ body: good, headers: { authorization: `Bearer ${secret}` } })],
    ['malformed credentials', (good) => ({ body: good, headers: { authorization: 'Basic ab%' } })],
    [
      'credentials that are not URL-encoded',
      (good) => ({ body: good, headers: { authorization: basic('%', secret) } }),
    ],
    ['credentials in the form', (good) => ({ body: `${good}&client_id=${id}&client_secret=${secret}` })],
    ['the client id in the form too', (good) => ({ body: `${good}&client_id=${id}` })],
    ['another client id in the form', (good) => ({ body: `${good}&client_id=x` })],
    ['an unknown parameter', (good) => ({ body: `${good}&more=1` })],
    ['a token that is sent twice', (good) => ({ body: `${good}&${good}` })],
    ['a hint that is sent twice', (good) => ({ body: `${good}&token_type_hint=a&token_type_hint=b` })],
    ['another hint', (good) => ({ body: `${good}&token_type_hint=refresh_token` })],
    ['an empty token', () => ({ body: 'token=' })],
    ['no token', () => ({ body: 'token_type_hint=access_token' })],
    ['no body', () => ({ body: '' })],
    ['a JSON body', () => ({ body: `{"token":"x"}`, headers: { 'content-type': 'application/json' } })],
    ['a text body', (good) => ({ body: good, headers: { 'content-type': 'text/plain' } })],
    ['another charset', (good) => ({ body: good, headers: { 'content-type': `${FORM}; charset=utf-16le` } })],
    ['a large body', (good) => ({ body: good + ' '.repeat(20_000) })],
    ['a query string', (good) => ({ body: good, path: '/introspect?a=b' })],
    ['a browser', (good) => ({ body: good, headers: { origin: 'https://client.example' } })],
    ['a client attestation', (good) => ({ body: good, headers: { 'oauth-client-attestation': 'x' } })],
    ['a JWT among several tokens', (good) => ({ body: good.replace('token=', 'tokens=a.b.c+') })],
    ['too many tokens', () => ({ body: `tokens=${Array.from({ length: 65 }, () => 'a').join('+')}` })],
    ['both kinds of question', (good) => ({ body: `${good}&tokens=a` })],
  ])('%s', async (_what, requestOf) => {
    expect((await answerTo(requestOf(`token=${token}`))).by).toBe('oidc-provider');
  });

  test.each([
    ['a charset', { 'content-type': `${FORM}; charset=UTF-8` }],
    ['encoded credentials', { authorization: basic('funnel%2Dservices', encodeURIComponent(secret)) }],
    ['a scheme in capital letters', { authorization: SERVICES.replace('Basic', 'BASIC') }],
  ])('but not a usual request with %s', async (_what, headers) => {
    expect(await answerTo({ body: `token=${token}`, headers })).toEqual(active({}));
  });
});

test('several tokens get the same responses as each alone; null means to ask alone', async () => {
  const { accessToken, refreshToken } = await client.obtainTokens({ email: ANN });
  const tokens = [accessToken, 'unknown', await personal(null, [11]), refreshToken, accessToken];
  const { status, cacheControl, text } = await send(app.url, { body: `tokens=${tokens.join('+')}` });
  const alone = await Promise.all(tokens.map(async (token) => (await answerFor(token)).json));
  expect({ status, cacheControl }).toEqual({ status: 200, cacheControl: 'no-store' });
  expect(JSON.parse(text)).toEqual(
    alone.map((json, index) => (tokens[index] === refreshToken ? null : json)),
  );
});

test('several tokens are only for the services', async () => {
  const headers = { authorization: basic(INTROSPECTION.clientId, 'x'.repeat(40)) };
  expect((await send(app.url, { headers, body: 'tokens=a+b' })).status).toBe(401);
});

test('a request is logged and counted by its route', async () => {
  await send(app.url, { body: 'token=unknown' });
  expect(app.logged()).toContain('"path":"/introspect"');
  const metrics = await (await fetch(`${app.url}/metrics`)).text();
  expect(metrics).toMatch(/http_request_duration_seconds_count\{.*route="\/introspect",status="200"/);
});
