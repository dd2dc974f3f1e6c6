import { ANN, BEN, NORA, RESOURCES } from '@funnel/fixtures';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { listPersonalTokens } from '@funnel/identity';
import { hiddenFields } from '@funnel/testing';
import { type Fields, logIn, sendForm } from '../support/form.ts';
import { createPeopleApp, type PeopleApp } from '../support/people-app.ts';
import request, { type Agent } from 'supertest';

const ANN_ID = 1;
const BEN_ID = 2;
const validForm: Fields = {
  name: 'Weekly <export>',
  website_ids: ['11', '12'],
  resource: 'rest',
  scopes: ['reports', 'contacts:read'],
  life: '30d',
};

const DAY_MS = 24 * 3600 * 1000;
let site: PeopleApp;
let ann: Agent;
let ben: Agent;
beforeAll(async () => {
  site = await createPeopleApp();
  ann = await logIn(site.app, ANN);
  ben = await logIn(site.app, BEN);
});
afterAll(() => site.drop());
beforeEach(() => site.database.sql`truncate personal_tokens`);

const create = (agent: Agent, changes: Fields = {}) =>
  sendForm(agent, '/tokens', '/tokens', { ...validForm, ...changes });
const tokensOf = (userId: number) => listPersonalTokens(site.database, userId);
const shownToken = (page: string) => /class="secret"[^>]* value="([^"]+)"/.exec(page)?.[1];

test('redirects to the login without a session, also for a form', async () => {
  await request(site.app).get('/tokens').expect(303).expect('Location', '/login');
  await request(site.app)
    .post('/tokens')
    .type('form')
    .send(validForm)
    .expect(303)
    .expect('Location', '/login');
});

test('a token is shown once, on a page that is not cached, and then only listed by name', async () => {
  const response = await create(ann);
  expect(response.status).toBe(201);
  expect(response.headers['cache-control']).toBe('no-store');
  const token = shownToken(response.text) ?? '';
  expect(token).toMatch(/^[\w-]{40,}$/);
  expect(response.text).toContain(`Bearer ${token}`);
  expect(response.text).toContain(`${RESOURCES.rest}/api/v1/reports/website?website_id=11`);

  const { text } = await ann.get('/tokens');
  expect(text).not.toContain(token);
  expect(text).toContain('Weekly &lt;export&gt;');
  expect(text).toContain('shop.oak.example');
  expect(text).toContain('never');
  expect(await tokensOf(ANN_ID)).toMatchObject([
    { websiteIds: [11, 12], scopes: ['reports', 'contacts:read'], resource: RESOURCES.rest, revokedAt: null },
  ]);
});

test('a token for the tool server has only the scope reports, whatever is selected', async () => {
  const response = await create(ann, { resource: 'mcp', scopes: ['contacts:write'] });
  expect(response.status).toBe(201);
  expect(response.text).toContain(RESOURCES.mcp);
  expect(await tokensOf(ANN_ID)).toMatchObject([{ scopes: ['reports'], resource: RESOURCES.mcp }]);
});

test('a token for the event intake has only scopes of its own', async () => {
  const scopes = ['reports', 'contacts:write', 'events:write'];
  const response = await create(ann, { resource: 'intake', scopes });
  expect(response.status).toBe(201);
  expect(response.text).toContain(`${RESOURCES.intake}/v1/events`);
  expect(await tokensOf(ANN_ID)).toMatchObject([{ scopes: ['events:write'], resource: RESOURCES.intake }]);
});

test('a token for the REST API has no scope of the event intake', async () => {
  await create(ann, { scopes: ['reports', 'events:write', 'catalog:write'] });
  expect(await tokensOf(ANN_ID)).toMatchObject([{ scopes: ['reports'] }]);
});

test('the example of a catalog token changes nothing', async () => {
  const { text } = await create(ann, { resource: 'intake', scopes: 'catalog:write' });
  expect(text).toContain(`${RESOURCES.intake}/v1/catalog`);
});

test('the example matches the permissions of the token; a write-only token has none', async () => {
  const { text } = await create(ann, { scopes: ['areas:read', 'contacts:write'], website_ids: '12' });
  expect(text).toContain('/api/v1/areas?website_id=12');
  expect((await create(ann, { scopes: 'contacts:write' })).text).not.toContain('curl');
});

test('a form sent twice, as when reloading, creates one token', async () => {
  const fields = { ...hiddenFields((await ann.get('/tokens')).text), ...validForm };
  await ann.post('/tokens').type('form').send(fields).expect(201);
  const again = await ann.post('/tokens').type('form').send(fields);
  expect(again.headers['location']).toBe('/tokens?notice=already-sent');
  expect(await tokensOf(ANN_ID)).toHaveLength(1);
  expect((await ann.get('/tokens?notice=already-sent')).text).toContain('was already submitted');
  expect((await ann.get('/tokens?notice=toString')).text).not.toContain('role="status"');
});

test('all websites of an account can be selected at once; the token has those of today', async () => {
  expect((await ann.get('/tokens')).text).toMatch(/name="account_ids" value="1".*All 2 websites of/);
  await create(ann, { website_ids: [], account_ids: '1' });
  expect(await tokensOf(ANN_ID)).toMatchObject([{ websiteIds: [11, 12] }]);
  // An account with one website has nothing to combine.
  expect((await ben.get('/tokens')).text).not.toContain('name="account_ids"');
});

test.each<[string, Fields, string]>([
  ['without a name', { name: ' ' }, 'Enter a name'],
  ['with a name that is too long', { name: 'x'.repeat(81) }, 'Enter a name'],
  ['without a website', { website_ids: [] }, 'Select at least one website'],
  ['for a website of another account', { website_ids: ['11', '21'] }, 'Select only websites from this list'],
  [
    'for a website id that is not a number',
    { website_ids: ['11 or 1=1'] },
    'Select only websites from this list',
  ],
  [
    'for an account of somebody else',
    { website_ids: ['11'], account_ids: '2' },
    'Select only websites from this list',
  ],
  ['for an unknown resource', { resource: 'https://evil.example' }, 'Choose what the token is for'],
  ['without a scope', { scopes: [] }, 'Select at least one permission'],
  ['for the event intake without a scope of it', { resource: 'intake' }, 'Select at least one permission'],
  ['with only an unknown scope', { scopes: ['admin'] }, 'Select at least one permission'],
  ['with an unknown expiry', { life: 'toString' }, 'Choose an expiry'],
])('a token %s is rejected, and the form keeps the input', async (_what, changes, message) => {
  const response = await create(ann, { ...changes, life: changes['life'] ?? '90d' });
  expect(response.status).toBe(422);
  expect(response.text).toContain(message);
  expect(response.text).toContain('value="contacts:write"');
  if (!('life' in changes)) expect(response.text).toContain('value="90d" selected');
  if (!('name' in changes)) expect(response.text).toContain('value="Weekly &lt;export&gt;"');
  expect(await tokensOf(ANN_ID)).toEqual([]);
});

test('a form without its CSRF token, or with that of another session, is rejected', async () => {
  const { csrf, form_id } = hiddenFields((await ben.get('/tokens')).text);
  await ann
    .post('/tokens')
    .type('form')
    .send({ ...validForm, form_id })
    .expect(403);
  await ann
    .post('/tokens')
    .type('form')
    .send({ ...validForm, form_id, csrf })
    .expect(403);
  await ann
    .post('/tokens')
    .type('form')
    .send({ ...validForm, form_id, csrf: ['a', 'b'] })
    .expect(403);
  await ann.post('/logout').type('form').send({ csrf }).expect(403);
  expect(await tokensOf(ANN_ID)).toEqual([]);
  await ann.get('/tokens').expect(200);
});

test('a person can revoke only their own tokens', async () => {
  await create(ann);
  await create(ben, { website_ids: '21' });
  const [own] = await tokensOf(ANN_ID);
  const [foreign] = await tokensOf(BEN_ID);
  const revoke = (id: unknown) => sendForm(ann, '/tokens', `/tokens/${String(id)}/revoke`);

  expect((await revoke(foreign?.id)).status).toBe(404);
  expect((await revoke('1;')).status).toBe(404);
  expect((await tokensOf(BEN_ID))[0]?.revokedAt).toBeNull();
  await ann.post(`/tokens/${own?.id}/revoke`).type('form').send({}).expect(403);

  expect((await revoke(own?.id)).headers['location']).toBe('/tokens?notice=revoked');
  expect((await tokensOf(ANN_ID))[0]?.revokedAt).toBeInstanceOf(Date);
  expect((await ann.get('/tokens?notice=revoked')).text).toContain('was revoked and no longer works');
  expect((await revoke(own?.id)).status).toBe(404);
});

test('a token is replaced in one step: the same but new, and the old one has ended', async () => {
  await create(ann, { life: '90d' });
  await create(ben, { website_ids: '21' });
  const [old] = await tokensOf(ANN_ID);
  const [foreign] = await tokensOf(BEN_ID);
  const rotate = (id: unknown) => sendForm(ann, '/tokens', `/tokens/${String(id)}/rotate`);
  expect((await rotate(foreign?.id)).status).toBe(404);
  expect((await tokensOf(BEN_ID))[0]?.revokedAt).toBeNull();
  await ann.post(`/tokens/${old?.id}/rotate`).type('form').send({}).expect(403);

  const { status, text } = await rotate(old?.id);
  expect(status).toBe(201);
  const shown = /value="(fnl_pat_\w+)"/.exec(text)?.[1] ?? '';
  const [fresh, ended] = await tokensOf(ANN_ID);
  expect(ended).toMatchObject({ id: old?.id, revokedAt: expect.any(Date) });
  const { name, websiteIds, scopes, resource } = old ?? {};
  expect(fresh).toMatchObject({ name, websiteIds, scopes, resource, revokedAt: null });
  expect(fresh?.hint).toBe(`fnl_pat_…${shown.slice(-4)}`);
  const daysOf = (token = fresh) =>
    Math.round((Number(token?.expiresAt) - Number(token?.createdAt)) / DAY_MS);
  expect(daysOf()).toBe(daysOf(old));
  expect((await rotate(old?.id)).status).toBe(404);
  expect(await tokensOf(ANN_ID)).toHaveLength(2);
});

test('a person has at most 100 active tokens; replacing one is always possible', async () => {
  await create(ann);
  const [first] = await tokensOf(ANN_ID);
  await site.database.sql`
    insert into personal_tokens (user_id, name, website_ids, scopes, resource, token_hash, grant_id_hash, expires_at)
    select user_id, name, website_ids, scopes, resource, sha256(n::text::bytea), sha256(n::text::bytea), expires_at
    from personal_tokens, generate_series(1, 99) as n where id = ${first?.id ?? 0}`;
  const refused = await create(ann);
  expect([refused.status, refused.text.includes('You have 100 active tokens')]).toEqual([422, true]);
  expect(await tokensOf(ANN_ID)).toHaveLength(100);
  expect((await sendForm(ann, '/tokens', `/tokens/${first?.id}/rotate`)).status).toBe(201);
  expect((await create(ann)).status).toBe(422);
});

test('a person without websites gets an explanation and cannot create a token', async () => {
  const nora = await logIn(site.app, NORA);
  const { text } = await nora.get('/tokens');
  expect(text).toContain('Ask an administrator');
  expect(text).not.toContain('Create token');
  const { csrf } = hiddenFields(text);
  const fields = { ...validForm, csrf, form_id: 'x'.repeat(22) };
  await nora.post('/tokens').type('form').send(fields).expect(422);
});

test('the form offers no permission without an endpoint; a token may still have it', async () => {
  const { text } = await ann.get('/tokens').expect(200);
  expect(text).toContain('value="ctas:read"');
  expect(text).not.toContain('ctas:write');
  await create(ann, { scopes: ['ctas:read', 'ctas:write'] });
  const [token] = await tokensOf(ANN_ID);
  expect(token?.scopes).toEqual(['ctas:read', 'ctas:write']);
});

test('the stylesheet has an address that changes with its content', async () => {
  const { text } = await request(site.app).get('/login');
  const href = /href="(\/assets\/[^"]+)"/.exec(text)?.[1] ?? '';
  const { headers } = await request(site.app).get(href).expect(200);
  expect(headers['content-type']).toMatch('text/css');
  expect(headers['cache-control']).toContain('immutable');
});
