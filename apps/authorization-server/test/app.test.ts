import { type AuthorizationServer } from '@funnel/fixtures';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startAuthorizationApp } from './support/authorization-app.ts';
import request from 'supertest';

let app: AuthorizationServer;
beforeAll(async () => {
  app = await startAuthorizationApp();
});
afterAll(() => app.stop());

test('serves the health endpoints', async () => {
  await request(app.url).get('/healthz').expect(200, { status: 'ok' });
  await request(app.url).head('/readyz').expect(200);
  await request(app.url).get('/metrics').expect(200);
});

test('returns a 404 problem for an unknown path, with or without a body', async () => {
  const { body } = await request(app.url)
    .get('/nothing')
    .expect(404)
    .expect('Content-Type', 'application/problem+json');
  expect(body).toMatchObject({ status: 404, code: 'not_found' });
  await request(app.url).post('/nothing').send({ any: 'thing' }).expect(404);
});

test('returns 405 with the allowed methods for a wrong method', async () => {
  await request(app.url).post('/readyz').expect(405).expect('Allow', 'GET, HEAD');
  await request(app.url).get('/token').expect(405).expect('Allow', 'POST, OPTIONS');
  await request(app.url).put('/register').expect(405).expect('Allow', 'POST, OPTIONS');
  await request(app.url).post('/authorize').expect(405).expect('Allow', 'GET, HEAD');
});

test('answers OPTIONS that is no preflight with the allowed methods', async () => {
  for (const path of ['/token', '/introspect', '/revoke'])
    await request(app.url).options(path).expect(204).expect('Allow', 'POST, OPTIONS');
  for (const path of ['/jwks', '/.well-known/oauth-authorization-server'])
    await request(app.url).options(path).set('Origin', 'x').expect(204).expect('Allow', 'GET, HEAD, OPTIONS');
});

test('serves no other endpoints of oidc-provider', async () => {
  for (const path of [
    '/me',
    '/session/end',
    '/session/end/confirm',
    '/request',
    '/device',
    '/reg',
    '/auth',
  ]) {
    await request(app.url).get(path).expect(404);
    await request(app.url).post(path).expect(404);
  }
});

test('shows a page, not a stack trace, for an interaction that does not exist', async () => {
  const { text } = await request(app.url)
    .get('/interaction/none')
    .accept('html')
    .expect(400)
    .expect('Content-Type', /html/);
  expect(text).toContain('start again');
  expect(text).not.toMatch(/node_modules|\.ts|at /);
});

test('hides internal errors from people and programs, and logs them', async () => {
  await app.database.sql`alter table authorization_records rename to gone`;
  const body = { redirect_uris: ['https://client.example/cb'] };
  const api = await request(app.url).post('/register').send(body).expect(500);
  const page = await request(app.url).get('/authorize?client_id=abc').accept('html').expect(500);
  const session = await request(app.url).get('/tokens').set('Cookie', 'session=abc').accept('html');
  await app.database.sql`alter table gone rename to authorization_records`;
  for (const text of [api.text, page.text, session.text]) {
    expect(text).not.toMatch(/authorization_records|node_modules|SQL|select|relation/i);
  }
  expect(page.text).toContain('This is a problem on our side');
  expect(app.logged()).toContain('authorization_records');
});

test('a browser gets pages for errors, and the files that they load', async () => {
  for (const [method, path, status] of [
    ['get', '/nothing', 404],
    ['put', '/tokens', 405],
  ] as const) {
    const { text } = await request(app.url)[method](path).accept('html').expect(status);
    expect(text).toContain('<header class="top">');
    const files = [...text.matchAll(/<link [^>]*href="([^"]+)"/g)].map(([, href = '']) => href);
    expect(files).toEqual(['/favicon.svg', expect.stringMatching(/^\/assets\/pages\.[\w-]{12}\.css$/)]);
    for (const file of [...files, '/favicon.ico']) await request(app.url).get(file).expect(200);
  }
});
