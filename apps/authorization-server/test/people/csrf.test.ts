import { expect, test } from '@jest/globals';
import { createCookies } from '../../src/people/cookies.ts';
import { createCsrf } from '../../src/people/csrf.ts';
import express from 'express';
import request from 'supertest';

const cookies = createCookies({ secure: false });

/** GET returns a token, POST returns whether the token of the form is valid. */
function appWith(...keys: string[]) {
  const csrf = createCsrf(cookies, keys);
  const app = express().use(express.urlencoded({ extended: false }));
  app.get('/', (req, res) => void res.send([csrf.token(req, res), csrf.token(req, res)]));
  app.post('/', (req, res) => void res.send(csrf.verify(req)));
  return app;
}

const tokenFor = async (app: express.Express, cookie: string) => {
  const { body } = await request(app).get('/').set('Cookie', cookie);
  return (body as string[])[0] ?? '';
};
const isAccepted = async (app: express.Express, cookie: string, csrf: string, site?: string) => {
  const post = request(app).post('/').set('Cookie', cookie).type('form');
  if (site) post.set('Sec-Fetch-Site', site);
  return (await post.send({ csrf })).body as boolean;
};

test('a token is valid only in its session', async () => {
  const app = appWith('key');
  const token = await tokenFor(app, 'funnel_session=one');
  expect(await isAccepted(app, 'funnel_session=one', token)).toBe(true);
  expect(await isAccepted(app, 'funnel_session=two', token)).toBe(false);
  expect(await isAccepted(app, 'funnel_visitor=one', token)).toBe(false);
  expect(await isAccepted(app, '', token)).toBe(false);
});

test('a token from before the login is invalid after it', async () => {
  const app = appWith('key');
  const token = await tokenFor(app, 'funnel_visitor=one');
  expect(await isAccepted(app, 'funnel_visitor=one', token)).toBe(true);
  expect(await isAccepted(app, 'funnel_visitor=one; funnel_session=two', token)).toBe(false);
});

test('a form from another site is rejected even with a valid token', async () => {
  const app = appWith('key');
  const token = await tokenFor(app, 'funnel_session=one');
  expect(await isAccepted(app, 'funnel_session=one', token, 'same-origin')).toBe(true);
  expect(await isAccepted(app, 'funnel_session=one', token, 'same-site')).toBe(false);
  expect(await isAccepted(app, 'funnel_session=one', token, 'cross-site')).toBe(false);
});

test('an older key still verifies, an unknown key does not', async () => {
  const token = await tokenFor(appWith('old'), 'funnel_session=one');
  expect(await isAccepted(appWith('new', 'old'), 'funnel_session=one', token)).toBe(true);
  expect(await isAccepted(appWith('new'), 'funnel_session=one', token)).toBe(false);
});

test('a response sets one cookie, however many forms it has', async () => {
  const { headers, body } = await request(appWith('key')).get('/');
  expect(headers['set-cookie']).toHaveLength(1);
  expect(new Set(body as string[]).size).toBe(1);
});

test('a truncated or invented token is rejected', async () => {
  const app = appWith('key');
  const token = await tokenFor(app, 'funnel_session=one');
  for (const forged of ['', 'x', token.slice(1), `${token}AAAA`, 'A'.repeat(43)]) {
    expect(await isAccepted(app, 'funnel_session=one', forged)).toBe(false);
  }
});
