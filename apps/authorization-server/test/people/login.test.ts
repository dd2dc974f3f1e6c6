import { ANN, BEN, PASSWORD } from '@funnel/fixtures';
import { listSecurityEvents } from '@funnel/identity';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { hiddenFields } from '@funnel/testing';
import { logIn, sendForm } from '../support/form.ts';
import { createPeopleApp, type PeopleApp } from '../support/people-app.ts';
import request, { type Agent, type Response } from 'supertest';

let site: PeopleApp;
beforeAll(async () => {
  site = await createPeopleApp({ trustProxy: true });
});
afterAll(() => site.drop());

const attempt = (agent: Agent, email: string, password: string) =>
  sendForm(agent, '/login', '/login', { email, password });
const setCookies = ({ headers }: Response) => [headers['set-cookie'] ?? []].flat();
const sessionCookie = (response: Response) =>
  setCookies(response).find((cookie) => cookie.startsWith('funnel_session='));

test('the right password starts a session with an HttpOnly, SameSite cookie', async () => {
  const response = await attempt(request.agent(site.app), 'ANN@example.com', PASSWORD);
  expect(response.status).toBe(303);
  expect(response.headers['location']).toBe('/tokens');
  expect(sessionCookie(response)).toMatch(/^funnel_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
});

test('a wrong password and an unknown e-mail address get the same response', async () => {
  const wrong = await attempt(request.agent(site.app), ANN, 'not the password');
  const unknown = await attempt(request.agent(site.app), 'nobody@example.com', 'not the password');
  const shown = ({ text }: Response) => text.replaceAll(/(value|data-options)="[^"]*"/g, '');
  expect(wrong.status).toBe(422);
  expect(unknown.status).toBe(422);
  expect(shown(unknown)).toBe(shown(wrong));
  expect(wrong.text).toContain('The e-mail address or the password is incorrect.');
  expect(wrong.text).toContain(`value="${ANN}"`);
  expect(wrong.text).not.toContain('not the password');
  expect(sessionCookie(wrong)).toBeUndefined();
});

test('the login says whom to ask for a new password', async () => {
  const { text } = await request(site.app).get('/login').expect(200);
  expect(text).toMatch(/Forgot your password\?.*\n.*sends no mail.*choose a new password/);
});

test('a session id sent by the browser is never reused (no session fixation)', async () => {
  const planted = 'A'.repeat(43);
  const page = await request(site.app).get('/login').set('Cookie', `funnel_session=${planted}`);
  const response = await request(site.app)
    .post('/login')
    .set('Cookie', `funnel_session=${planted}`)
    .type('form')
    .send({ ...hiddenFields(page.text), email: ANN, password: PASSWORD });
  expect(response.status).toBe(303);
  expect(sessionCookie(response)).not.toContain(planted);
  await request(site.app).get('/tokens').set('Cookie', `funnel_session=${planted}`).expect(303);
});

test('a new login ends the previous session', async () => {
  const agent = request.agent(site.app);
  const first = String(sessionCookie(await attempt(agent, ANN, PASSWORD))).split(';')[0] ?? '';
  const { text } = await request(site.app).get('/tokens').set('Cookie', first).expect(200);
  const { csrf } = hiddenFields(text);
  await request(site.app)
    .post('/login')
    .set('Cookie', first)
    .type('form')
    .send({ csrf, email: ANN, password: PASSWORD })
    .expect(303);
  await request(site.app).get('/tokens').set('Cookie', first).expect(303);
});

test('a form in a second tab leads on when the first tab has signed in, and does nothing else', async () => {
  const agent = request.agent(site.app);
  const fields = { ...hiddenFields((await agent.get('/login')).text), email: ANN, password: PASSWORD };
  await agent.post('/login').type('form').send(fields).expect(303);
  const second = await agent
    .post('/login?to=/members')
    .type('form')
    .send({ ...fields, email: BEN });
  expect([second.status, second.headers['location']]).toEqual([303, '/login?to=/members']);
  expect(sessionCookie(second)).toBeUndefined();
  expect((await agent.get('/tokens').expect(200)).text).toContain(ANN);
});

test('a login form from another site is rejected, whatever the password', async () => {
  const credentials = { email: ANN, password: PASSWORD };
  const bare = await request(site.app).post('/login').type('form').send(credentials);
  expect(bare.status).toBe(403);
  expect(sessionCookie(bare)).toBeUndefined();

  const { text } = await request(site.app).get('/login');
  const stolen = await request
    .agent(site.app)
    .post('/login')
    .type('form')
    .send({ ...hiddenFields(text), ...credentials });
  expect(stolen.status).toBe(403);

  const agent = request.agent(site.app);
  const own = hiddenFields((await agent.get('/login')).text);
  const crossSite = await agent
    .post('/login')
    .set('Sec-Fetch-Site', 'cross-site')
    .type('form')
    .send({ ...own, ...credentials });
  expect(crossSite.status).toBe(403);
});

test('signing out ends the session on the server too', async () => {
  const agent = request.agent(site.app);
  const cookie = String(sessionCookie(await attempt(agent, ANN, PASSWORD))).split(';')[0] ?? '';
  const response = await sendForm(agent, '/tokens', '/logout');
  expect(response.headers['location']).toBe('/login');
  await request(site.app).get('/tokens').set('Cookie', cookie).expect(303).expect('Location', '/login');
  await agent.get('/logout').expect(303).expect('Location', '/login');
});

test('on https the cookies are Secure and have the __Host- prefix', async () => {
  const https = await createPeopleApp({ issuer: 'https://auth.example' });
  try {
    const { headers } = await request(https.app).get('/login');
    expect(headers['set-cookie']?.[0]).toMatch(
      /^__Host-funnel_visitor=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
  } finally {
    await https.drop();
  }
});

describe('after ten wrong passwords', () => {
  const NETWORK = '192.0.2.1';
  const from = (address: string, password: string) => {
    const agent = request.agent(site.app).set('X-Forwarded-For', address);
    return attempt(agent, BEN, password);
  };

  test('each further one from this network waits longer, also those sent together', async () => {
    const agent = request.agent(site.app);
    const { text } = await agent.get('/login');
    const together = await Promise.all(
      Array.from({ length: 14 }, (_, index) =>
        agent
          .post('/login')
          .set('X-Forwarded-For', NETWORK)
          .type('form')
          .send({ ...hiddenFields(text), email: BEN, password: `guess ${index}` }),
      ),
    );
    expect(together.filter(({ status }) => status === 422)).toHaveLength(11);
    const waits: number[] = [];
    for (let count = 0; count < 4; count += 1) {
      const refused = await from(NETWORK, PASSWORD);
      expect([refused.status, sessionCookie(refused)]).toEqual([429, undefined]);
      waits.push(Number(refused.headers['retry-after']));
      site.passTime(Number(refused.headers['retry-after']) * 1000);
      expect((await from(NETWORK, 'another guess')).status).toBe(422);
    }
    expect(waits).toEqual([1, 2, 4, 8]);
    await site.database.sql`update throttles set attempts = 1000 where key like 'login:pair:%'`;
    site.passTime(60_000);
    expect((await from(NETWORK, 'another guess')).status).toBe(422);
    const longest = await from(NETWORK, PASSWORD);
    expect(longest.headers['retry-after']).toBe('900');
    expect(longest.text).toContain('Try again in 15 minutes');
  });

  test('the audit log has one event for many refusals', async () => {
    const events = await listSecurityEvents(site.database, { kinds: ['login_throttled'], limit: 9 });
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ userEmail: BEN, actorId: null, address: NETWORK });
  });

  test('the person can sign in from elsewhere at once', async () => {
    expect((await from(NETWORK, PASSWORD)).status).toBe(429);
    expect((await from('192.0.2.2', PASSWORD)).status).toBe(303);
  });

  test('the right password after the delay starts again', async () => {
    site.passTime(15 * 60_000);
    expect((await from(NETWORK, PASSWORD)).status).toBe(303);
    for (let count = 0; count < 2; count += 1) expect((await from(NETWORK, 'guess')).status).toBe(422);
    expect((await from(NETWORK, PASSWORD)).status).toBe(303);
  });

  test('guessing from very many networks slows a person down by seconds, not by minutes', async () => {
    expect((await from('192.0.2.3', 'guess')).status).toBe(422);
    await site.database.sql`update throttles set attempts = 100000 where key like 'login:email:%'`;
    expect((await from('192.0.2.4', 'guess')).status).toBe(422);
    const refused = await from('192.0.2.5', PASSWORD);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '4']);
    site.passTime(4000);
    expect((await from('192.0.2.5', PASSWORD)).status).toBe(303);
  });
});

test('guessing from one network is blocked after fifty failures, other networks are not', async () => {
  const agent = request.agent(site.app);
  const { text } = await agent.get('/login');
  const send = (index: number, address: string) =>
    agent
      .post('/login')
      .set('X-Forwarded-For', address)
      .type('form')
      .send({ ...hiddenFields(text), email: `person${index}@example.com`, password: 'guess' });
  expect((await send(1, '2001:db8:1:2::1')).status).toBe(422);
  // Pretend that 49 more attempts were made: hashing that often would take half a minute.
  await site.database.sql`
    update throttles set attempts = 50 where key = 'login:address:20010db800010002/64'`;
  const refused = await send(2, '2001:db8:1:2:ffff::9');
  expect(refused.status).toBe(429);
  expect((await send(3, '2001:db8:1:3::1')).status).toBe(422);
});

test('successful logins do not count', async () => {
  await logIn(site.app, ANN);
  await site.database.sql`update throttles set attempts = 9 where key like 'login:pair:%'`;
  for (let count = 0; count < 3; count++) await logIn(site.app, ANN);
});
