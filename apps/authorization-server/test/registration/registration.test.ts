import { deleteUnusedClients } from '@funnel/identity';
import { createLogger } from '@funnel/service';
import { ANN, type AuthorizationServer } from '@funnel/fixtures';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { cleanUp } from '../../src/clean-up.ts';
import { startAuthorizationApp } from '../support/authorization-app.ts';
import { introspect, TestClient } from '../support/test-client.ts';
import * as oauth from 'oauth4webapi';
import request from 'supertest';

let app: AuthorizationServer;
let address: string;
beforeAll(async () => {
  app = await startAuthorizationApp({ env: { TRUST_PROXY: '1' } });
});
afterAll(() => app.stop());
beforeEach(() => {
  address = `203.0.113.${(hosts += 1)}`;
});

/** Every test uses a different address. */
let hosts = 0;
const register = (body: object, from = address) =>
  request(app.url).post('/register').set('X-Forwarded-For', from).send(body);
const HOUR_MS = 3_600_000;
const CLIENT = { redirect_uris: ['https://client.example/cb'], token_endpoint_auth_method: 'none' };

describe('the rate limit', () => {
  // It counts per hour of the clock: no test may cross the end of one.
  beforeEach(() => app.passTime(HOUR_MS - (app.now().getTime() % HOUR_MS)));

  test('allows twenty registrations per hour and address, then returns 429 with Retry-After', async () => {
    for (let count = 0; count < 20; count += 1) await register(CLIENT).expect(201);
    const refused = await register(CLIENT).expect(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(3600);
    expect(refused.headers['access-control-allow-origin']).toBe('*');
    await register(CLIENT, '198.51.100.1').expect(201);
    app.passTime(HOUR_MS);
    await register(CLIENT).expect(201);
  });

  test('counts the addresses of one IPv6 network together', async () => {
    const answers = [];
    for (let host = 1; host <= 21; host += 1)
      answers.push((await register(CLIENT, `2001:db8:1:2::${host}`)).status);
    expect(answers.filter((status) => status === 201)).toHaveLength(20);
    expect(answers.at(-1)).toBe(429);
  });

  test('also counts failed attempts', async () => {
    for (let count = 0; count < 20; count += 1) await register({}).expect(400);
    await register(CLIENT).expect(429);
  });
});

describe('from a page of another origin', () => {
  test('the preflight and the response allow any origin', async () => {
    const preflight = await request(app.url)
      .options('/register')
      .set('Origin', 'https://app.example')
      .set('Access-Control-Request-Method', 'POST')
      .set('Access-Control-Request-Headers', 'content-type')
      .expect(204);
    expect(preflight.headers['access-control-allow-origin']).toBe('*');
    expect(preflight.headers['access-control-allow-methods']).toContain('POST');
    expect(preflight.headers['access-control-allow-headers']).toContain('Content-Type');
    const answer = await register(CLIENT).set('Origin', 'https://app.example').expect(201);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
  });

  test('a public client may use the token endpoint only from the origin of its redirect URIs', async () => {
    const { body } = await register(CLIENT);
    const ask = (origin: string) =>
      request(app.url)
        .post('/token')
        .set('Origin', origin)
        .type('form')
        .send({ client_id: body.client_id, grant_type: 'refresh_token', refresh_token: 'x' });
    expect((await ask('https://client.example')).headers['access-control-allow-origin']).toBe(
      'https://client.example',
    );
    expect((await ask('https://evil.example')).headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('the client metadata', () => {
  test.each([
    [['http://127.0.0.1/cb'], 'native'],
    [['http://localhost:8080/cb', 'http://[::1]/cb'], 'native'],
    [['cursor://anysphere.cursor-mcp/cb'], 'native'],
    [['com.example.app:/cb'], 'native'],
    [['vscode://vendor.extension/cb'], 'native'],
    [['https://client.example/cb'], 'web'],
    [['https://client.example/cb', 'http://localhost/cb'], 'web'],
  ])('with redirects to %j means %s', async (redirect_uris, application_type) => {
    const { body } = await register({ ...CLIENT, redirect_uris }).expect(201);
    expect(body.application_type).toBe(application_type);
  });

  test('a loopback client may listen on any port', async () => {
    const client = await TestClient.register(app.url, { redirect_uris: ['http://127.0.0.1/callback'] });
    expect((await client.obtainTokens({ email: ANN })).accessToken).not.toBe('');
  });

  test.each([
    'http://client.example/cb',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'ms-msdt:/id PCWDiagnostic',
    'view-source:https://client.example/cb',
    'search-ms:query=x',
    'unknown-scheme://cb',
    'blob:https://client.example/1',
    'https://user:pass@client.example/cb',
    'https://client.example/\u202ecb',
    'https://client.example/cb#fragment',
    'not a URL',
  ])('a redirect to %s is rejected', async (uri) => {
    const { body } = await register({ ...CLIENT, redirect_uris: [uri] }).expect(400);
    expect(body.error).toMatch(/^invalid_(redirect_uri|client_metadata)$/);
  });

  test.each([
    ['redirect_uris is missing', { redirect_uris: undefined }],
    ['redirect_uris must not be empty', { redirect_uris: [] }],
    ['redirect_uris[1] must be a string', { redirect_uris: ['https://client.example/cb', 7] }],
    ['client_name must have at most 200 characters', { client_name: 'n'.repeat(201) }],
    ['client_name contains a character that is not printed', { client_name: 'Good \u202eecivres' }],
    ['client_name contains a character that is not printed', { client_name: 'two\nlines' }],
    ['contacts[0] contains a character that is not printed', { contacts: ['a\u200bb'] }],
  ])('a rejection says in plain words: %s', async (description, metadata) => {
    const { body } = await register({ ...CLIENT, ...metadata }).expect(400);
    expect(body.error_description).toBe(description);
  });

  test.each([
    ['the implicit flow', { response_types: ['token'], grant_types: ['implicit'] }],
    ['private_key_jwt', { token_endpoint_auth_method: 'private_key_jwt' }],
    ['client credentials', { grant_types: ['client_credentials'] }],
    ['no redirect', { redirect_uris: [] }],
    ['a number as name', { client_name: 7 }],
    ['a name that is too long', { client_name: 'n'.repeat(201) }],
    ['too many redirects', { redirect_uris: Array.from({ length: 21 }, (_, n) => `https://c.example/${n}`) }],
  ])('%s is rejected', async (_name, metadata) => {
    await register({ ...CLIENT, ...metadata }).expect(400);
  });

  test('a body that is too large is rejected', async () => {
    await register({ ...CLIENT, contacts: ['x'.repeat(20_000)] }).expect(413);
  });

  test('unknown members are dropped, so their addresses are never fetched', async () => {
    const more = {
      jwks_uri: 'https://10.0.0.1/jwks',
      sector_identifier_uri: 'https://10.0.0.1/s',
      scope: 'admin',
      x: 'y',
    };
    const { body } = await register({ ...CLIENT, ...more }).expect(201);
    for (const name of Object.keys(more)) expect(body).not.toHaveProperty(name);
  });
});

test('the registrations of a day are limited, of all networks together', async () => {
  await register(CLIENT).expect(201);
  const { sql } = app.database;
  await sql`update throttles set attempts = 5000 where key = 'registration:all'`;
  const { body, headers } = await register(CLIENT).expect(429);
  expect(body.detail).toContain('Too many clients were registered today');
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  await sql`delete from throttles where key = 'registration:all'`;
  await register(CLIENT).expect(201);
});

describe('the clean-up', () => {
  const logger = createLogger({ service: 'test', level: 'silent' });
  const DAY_MS = 24 * 3600 * 1000;

  test('removes clients without consent after a week, and keeps the others with their tokens', async () => {
    const { body } = await register(CLIENT);
    const used = await TestClient.register(app.url);
    const { accessToken } = await used.obtainTokens({ email: ANN });
    const { database } = app;
    await cleanUp({ database, logger, auditDays: 400, clock: () => new Date(Date.now() + 6 * DAY_MS) });
    expect(await clientIds()).toContain(body.client_id);
    await cleanUp({ database, logger, auditDays: 400, clock: () => new Date(Date.now() + 8 * DAY_MS) });
    expect(await clientIds()).toContain(used.client.client_id);
    expect(await clientIds()).not.toContain(body.client_id);
    expect((await introspect(app.url, accessToken)).active).toBe(true);
  });

  test('keeps a client while a person is deciding', async () => {
    const client = await TestClient.register(app.url);
    const challenge = await oauth.calculatePKCECodeChallenge(oauth.generateRandomCodeVerifier());
    await client.visitor.get(client.authorizationUrl(challenge));
    await deleteUnusedClients(app.database, new Date(Date.now() + DAY_MS));
    expect(await clientIds()).toContain(client.client.client_id);
  });

  async function clientIds(): Promise<string[]> {
    const rows = await app.database.sql<{ id: string }[]>`
      select payload ->> 'client_id' as id from authorization_records where model = 'Client'`;
    return rows.map(({ id }) => id);
  }
});

test('refuses JSON that is nested deeper than 100 levels', async () => {
  const deep = '['.repeat(8_000) + ']'.repeat(8_000);
  const { body } = await request(app.url)
    .post('/register')
    .set({ 'X-Forwarded-For': address, 'Content-Type': 'application/json' })
    .send(`{"x":${deep}}`)
    .expect(400);
  expect(body).toMatchObject({ code: 'invalid_json', detail: 'The body is nested deeper than 100 levels.' });
});
