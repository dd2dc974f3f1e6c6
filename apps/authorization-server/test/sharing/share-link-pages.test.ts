import { ANN, BEN, linkScope, NORA, PASSWORD } from '@funnel/fixtures';
import { listShareLinks } from '@funnel/identity';
import { hiddenFields } from '@funnel/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import request, { type Agent } from 'supertest';
import { browserName } from '../../src/sharing/browser-name.ts';
import { startAuthorizationApp } from '../support/authorization-app.ts';
import { sendForm } from '../support/form.ts';
import { DASHBOARD_URL, secretOn, type ShareApp, startShareApp } from '../support/share-app.ts';

const ANN_ID = 1;
let app: ShareApp;
let [ann, ben, nora]: Agent[] = [];
beforeAll(async () => {
  app = await startShareApp();
  [ann, ben, nora] = [await app.agentOf(ANN), await app.agentOf(BEN), await app.agentOf(NORA)];
});
afterAll(() => app.stop());
beforeEach(() => app.database.sql`delete from share_links`);

const signedIn = (agent: Agent | undefined): Agent => {
  if (!agent) throw new Error('nobody is signed in');
  return agent;
};
const linksOf = async (userId: number) => (await listShareLinks(app.database, linkScope(userId))).links;
const idOf = async (userId = ANN_ID) => (await linksOf(userId))[0]?.id ?? 0;

test('leads to the login without a session, also a form', async () => {
  const login = '/login?to=/share-links';
  await request(app.url).get('/share-links').expect(303).expect('Location', login);
  await request(app.url).post('/share-links').type('form').send({}).expect(303);
  await request(app.url).get('/share-links/1').expect(303);
  await request(app.url).post('/share-links/1/revoke').type('form').send({}).expect(303);
});

test('the login leads back to the form, with what the address fills in', async () => {
  const asked = '/share-links?website=12&campaign=7&name=Spring+%26+Co';
  const visitor = request.agent(app.url);
  const { headers } = await visitor.get(asked).expect(303);
  const login = headers['location'] ?? '';
  const entered = await sendForm(visitor, login, login, { email: ANN, password: PASSWORD });
  expect([entered.status, entered.headers['location']]).toEqual([303, asked]);
  for (const to of ['//evil.example', 'https://evil.example', '/share-links/../x', '/share-linksx?'])
    await visitor.get(`/login?to=${encodeURIComponent(to)}`).expect('Location', DASHBOARD_URL);
});

test('an address is shown once, on a page that is not cached, with a button to copy it', async () => {
  const made = await app.create(signedIn(ann), { name: 'Spring <b>review</b>', password: 'eight letters' });
  expect([made.status, made.headers['cache-control'], made.headers['referrer-policy']]).toEqual([
    201,
    'no-store',
    'no-referrer',
  ]);
  const secret = secretOn(made);
  expect(secret).toMatch(/^fnl_sl_[0-9A-Za-z]{49}$/);
  expect(made.text).toContain('data-copy="address"');
  const { text } = await signedIn(ann).get('/share-links').expect(200);
  expect(text).not.toContain(secret);
  expect(text).toContain('Spring &lt;b&gt;review&lt;/b&gt;');
  expect(text).toContain('shop.oak.example');
  expect(text).toContain('never');
  expect(await linksOf(ANN_ID)).toMatchObject([
    { websiteId: 11, campaignId: null, hasPassword: true, isActive: true },
  ]);
  expect(app.logged()).not.toContain(secret);
});

test('an address fills the form in, and creates nothing', async () => {
  const query = new URLSearchParams({ website: '12', campaign: '7', name: '"><script>alert(1)</script>' });
  const { text } = await signedIn(ann).get(`/share-links?${query.toString()}`).expect(200);
  expect(text).toContain('<option value="12" selected>');
  expect(text).toMatch(/name="campaign"[^>]* value="7"/);
  expect(text).toContain('&quot;&gt;&lt;script&gt;');
  expect(text).not.toContain('<script');
  expect(await linksOf(ANN_ID)).toEqual([]);
  const { text: nonsense } = await signedIn(ann).get('/share-links?website=x&campaign=-1&name=%07');
  expect(nonsense).toMatch(/name="campaign"[^>]* value=""/);
});

test('a link can be for a campaign', async () => {
  const { text } = await app.create(signedIn(ann), { campaign: '101' });
  expect(text).toContain('“Spring &lt;sale&gt;” of shop.oak.example');
  expect(await linksOf(ANN_ID)).toMatchObject([{ campaignId: 101 }]);
  await app.database.sql`update share_links set campaign_id = 109`;
  expect((await signedIn(ann).get('/share-links')).text).toContain('campaign #109 of shop.oak.example');
});

test.each([
  ['no name', { name: ' ' }, 'name-error'],
  ['a long name', { name: 'x'.repeat(81) }, 'name-error'],
  ['no website', { website: '' }, 'website-error'],
  ['the website of another account', { website: '21' }, 'website-error'],
  ['no campaign at all', { campaign: 'spring' }, 'campaign-error'],
  ['a number too large for a campaign', { campaign: '99999999999' }, 'campaign-error'],
  ['a campaign that the website does not have', { campaign: '102' }, 'campaign-error'],
  ['a campaign of another website', { campaign: '101', website: '12' }, 'campaign-error'],
  ['another life', { life: '10y' }, 'life-error'],
  ['a short password', { password: 'short' }, 'password-error'],
  ['an old form', { form_id: 'x' }, 'name-error'],
])('refuses %s', async (_what, changes, error) => {
  const refused = await app.create(signedIn(ann), changes);
  expect([refused.status, refused.text.includes(`id="${error}"`)]).toEqual([422, true]);
  expect(await linksOf(ANN_ID)).toEqual([]);
});

test('never shows a password again', async () => {
  const { text } = await app.create(signedIn(ann), { name: '', password: 'a good password' });
  expect(text).not.toContain('a good password');
});

test('a form that is sent twice creates one link', async () => {
  const page = await signedIn(ann).get('/share-links');
  const fields = { ...hiddenFields(page.text), name: 'x', website: '11', life: '1d' };
  await signedIn(ann).post('/share-links').type('form').send(fields).expect(201);
  const again = await signedIn(ann).post('/share-links').type('form').send(fields);
  expect(again.headers['location']).toBe('/share-links?notice=already-sent');
  expect(await linksOf(ANN_ID)).toHaveLength(1);
});

test('a forged form changes nothing', async () => {
  await app.create(signedIn(ann));
  const id = await idOf();
  const forms = {
    '/share-links': { name: 'x', website: '11', life: '1d' },
    [`/share-links/${id}/revoke`]: {},
  };
  for (const [path, fields] of Object.entries(forms)) {
    await signedIn(ann).post(path).type('form').send(fields).expect(403);
    await signedIn(ann)
      .post(path)
      .type('form')
      .send({ ...fields, csrf: hiddenFields((await signedIn(ben).get('/share-links')).text).csrf })
      .expect(403);
  }
  expect(await linksOf(ANN_ID)).toMatchObject([{ isActive: true }]);
});

test('readers, people of some websites and people without one share only what they may', async () => {
  const reader = await app.newMember('reader');
  expect((await reader.get('/share-links')).text).toContain('You may read, but not share.');
  expect((await app.create(reader)).status).toBe(422);
  const ofOne = await app.newMember('member', [12]);
  expect((await ofOne.get('/share-links')).text).not.toContain('shop.oak.example');
  expect((await app.create(ofOne)).status).toBe(422);
  expect((await app.create(ofOne, { website: '12' })).status).toBe(201);
  expect((await app.create(signedIn(nora))).status).toBe(422);
  expect(await linksOf(ANN_ID)).toHaveLength(1);
});

test('the links of others are neither listed nor shown nor revoked; an owner sees those of the account', async () => {
  const member = await app.newMember('member');
  await app.create(member, { name: 'Of a member' });
  const id = await idOf();
  const strangers = [signedIn(ben), signedIn(nora), await app.newMember('member')];
  for (const stranger of strangers) {
    expect((await stranger.get('/share-links')).text).not.toContain('Of a member');
    await stranger.get(`/share-links/${id}`).expect(404);
    const { csrf } = hiddenFields((await stranger.get('/share-links')).text);
    await stranger.post(`/share-links/${id}/revoke`).type('form').send({ csrf }).expect(404);
  }
  expect(await linksOf(ANN_ID)).toMatchObject([{ isActive: true }]);
  const { text } = await signedIn(ann).get('/share-links');
  expect(text).toContain('Of a member');
  expect(text).toMatch(/Made by<\/dt><dd class="break">member-\d+@example.com/);
  const { csrf } = hiddenFields(text);
  const revoked = await signedIn(ann).post(`/share-links/${id}/revoke`).type('form').send({ csrf });
  expect(revoked.headers['location']).toBe('/share-links?notice=revoked');
  expect((await signedIn(ann).get('/share-links')).text).toContain(
    '<span class="badge inactive">revoked</span>',
  );
  await signedIn(ann).post(`/share-links/${id}/revoke`).type('form').send({ csrf }).expect(404);
});

test('the page of a link says who opened it, in words', async () => {
  const made = await app.create(signedIn(ann));
  const browser =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';
  await app.open({ secret: secretOn(made), network: '192.0.2.44', browser }).expect(200);
  await app.open({ secret: secretOn(made), network: 'nonsense', browser: '<script>alert(1)</script>' });
  const { text } = await signedIn(ann)
    .get(`/share-links/${await idOf()}`)
    .expect(200);
  expect(text).toContain('Chrome on Windows');
  expect(text).toContain('192.0.2.44');
  expect(text).toContain('an unknown network');
  expect(text).not.toContain('<script>alert');
  expect(text).not.toContain(secretOn(made));
  expect(text).toContain('2 times, last on');
});

test('the audit log of the owner says who shared what', async () => {
  await app.create(signedIn(ann), { campaign: '101' });
  const { text } = await signedIn(ann).get('/audit').expect(200);
  expect(text).toContain('ann@example.com made a share link');
  expect(text).toContain(`days 30, link ${await idOf()}, campaign 101, password false`);
});

test('an owner who limits the life of tokens limits that of links', async () => {
  await app.database.sql`update accounts set max_token_days = 7 where id = 1`;
  const refused = await app.create(signedIn(ann));
  await app.database.sql`update accounts set max_token_days = null where id = 1`;
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('A link may be valid for 7 days at most');
});

test('the menu has share links where there is a dashboard, and nothing of it elsewhere', async () => {
  expect((await signedIn(ann).get('/tokens')).text).toContain('<a href="/share-links">Share links</a>');
  const without = await startAuthorizationApp();
  await request(without.url).get('/share-links').expect(404);
  await request(without.url).post('/share-link-tokens').expect(404);
  await without.stop();
});

test.each([
  [null, 'Unknown browser'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1',
    'Safari on iPhone',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Mac'],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Windows'],
  ['Mozilla/5.0 (Linux; Android 16) Chrome/140.0 Mobile Safari/537.36', 'Chrome on Android'],
  ['Slackbot-LinkExpanding 1.0', 'A program, maybe a preview: Slackbot-LinkExpanding 1.0'],
  ['something else', 'something else'],
])('calls %s “%s”', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name);
});
