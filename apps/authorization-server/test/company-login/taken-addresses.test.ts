import { randomBytes } from 'node:crypto';
import { ANN, type AuthorizationServer, BEN, PASSWORD, RESOURCES } from '@funnel/fixtures';
import { findUserByEmail, listSecurityEvents, listUsers, verifyCompanyDomain } from '@funnel/identity';
import { seal } from '@funnel/db';
import { hiddenFields, type Page, Visitor } from '@funnel/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startAuthorizationApp } from '../support/authorization-app.ts';
import { COMPANY_CLIENT, type Company, startCompany } from '../support/company.ts';
import { TestClient } from '../support/test-client.ts';

const DOMAIN = 'victim.example';
const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const CHOSEN = 'a long enough passphrase of somebody';

/** The company is that of account 1; the owner of account 2 takes addresses of its people. */
let app: AuthorizationServer;
let company: Company;
beforeAll(async () => {
  company = await startCompany();
  const key = randomBytes(32);
  app = await startAuthorizationApp({
    env: { IDENTITY_ENCRYPTION_KEY: key.toString('base64'), ALLOWED_PRIVATE_ISSUERS: company.url },
  });
  company.register(`${app.url}/login/company/callback`, `${app.url}/login/company/callback/1`);
  const secret = seal(COMPANY_CLIENT.client_secret, new Uint8Array(key));
  await app.database.sql`
    insert into company_logins (account_id, issuer, client_id, client_secret, domain, role)
    values (1, ${company.url}, ${COMPANY_CLIENT.client_id}, ${secret}, ${DOMAIN}, 'member')`;
});
afterAll(async () => {
  await app?.stop();
  await company?.stop();
});

async function signedIn(email: string, password = PASSWORD): Promise<Visitor> {
  const visitor = new Visitor(app.url);
  const { text } = await visitor.get('/login');
  await visitor.post('/login', { ...hiddenFields(text), email, password });
  return visitor;
}

/** An owner invites an address, and opens the link without proof of the address. */
async function takeAddress(email: string, owner = BEN, accountId = 2): Promise<Page> {
  const visitor = await signedIn(owner);
  const { text } = await visitor.get('/members');
  const form = { ...hiddenFields(text), email, role: 'member', which: 'all' };
  const invited = await visitor.post(`/members/${accountId}/invite`, form);
  const [, link = ''] = /\/invitation\?link=([\w-]+)/.exec(invited.text) ?? [];
  const anybody = new Visitor(app.url);
  const page = await anybody.get(`/invitation?link=${link}`);
  return anybody.post('/invitation', {
    ...hiddenFields(page.text),
    link,
    password: CHOSEN,
    repeated: CHOSEN,
  });
}

async function signInByCompany(email: string): Promise<{ visitor: Visitor; page: Page }> {
  company.people.set(email, { email, email_verified: true });
  const visitor = new Visitor(app.url);
  const { text } = await visitor.get('/login/company');
  const begun = await visitor.post('/login/company', { ...hiddenFields(text), email });
  const [, to = ''] = /content="0;url=([^"]+)"/.exec(begun.text) ?? [];
  return { visitor, page: await visitor.get(await company.signIn(to.replaceAll('&amp;', '&'), email)) };
}

const accountsOf = async (email: string) =>
  (await listUsers(app.database))
    .find((user) => user.email === email)
    ?.memberships.map(({ accountId }) => accountId);

test('who took an address before the domain was confirmed gives way to the person of the company, who gets nothing of theirs', async () => {
  for (const name of ['ceo', 'agent'])
    expect((await takeAddress(`${name}@${DOMAIN}`)).url).toContain('/login');
  const squatter = await findUserByEmail(app.database, `ceo@${DOMAIN}`);
  const before = await signedIn(`ceo@${DOMAIN}`, CHOSEN);
  expect((await before.get('/tokens')).url).toBe(`${app.url}/tokens`);
  await verifyCompanyDomain(app.database, { accountId: 1, domain: DOMAIN });

  const { page } = await signInByCompany(`ceo@${DOMAIN}`);
  expect([page.status, page.url]).toEqual([200, `${app.url}/tokens`]);
  expect(await accountsOf(`ceo@${DOMAIN}`)).toEqual([1]);
  const person = await findUserByEmail(app.database, `ceo@${DOMAIN}`);
  expect([person?.id === squatter?.id, person?.isVerified]).toEqual([false, true]);
  const after = await signedIn(`ceo@${DOMAIN}`, CHOSEN);
  expect((await after.get('/tokens')).url).not.toBe(`${app.url}/tokens`);
  const [aside] = (await listUsers(app.database)).filter(({ id }) => id === squatter?.id);
  expect(aside).toMatchObject({
    email: expect.stringMatching(/@set-aside\.invalid$/),
    isVerified: false,
    memberships: [{ accountId: 2 }],
  });
  const events = await listSecurityEvents(app.database, { kinds: ['address_released'], limit: 9 });
  expect(events.map(({ userId, accountId }) => [userId, accountId])).toEqual([[squatter?.id, 2]]);
});

test('so they do for an assistant that the company lets in', async () => {
  const { client } = await TestClient.register(app.url, { grant_types: ['authorization_code', GRANT_TYPE] });
  const email = `agent@${DOMAIN}`;
  const assertion = await company.assert({
    sub: 'agent',
    aud: app.url,
    client_id: client.client_id,
    resource: RESOURCES.mcp,
    scope: 'reports',
    email,
    email_verified: true,
  });
  const response = await fetch(`${app.url}/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: GRANT_TYPE, assertion, client_id: client.client_id }),
  });
  expect([response.status, await accountsOf(email)]).toEqual([200, [1]]);
});

test('an invitation to another account takes no address of a company', async () => {
  const page = await takeAddress(`cfo@${DOMAIN}`);
  expect([page.status, page.text.includes('sign in with their company')]).toEqual([422, true]);
  expect(await accountsOf(`cfo@${DOMAIN}`)).toBeUndefined();
  expect((await signInByCompany(`cfo@${DOMAIN}`)).page.url).toBe(`${app.url}/tokens`);
});

test('the owner of the company invites its people, who connect with their password', async () => {
  const email = `new@${DOMAIN}`;
  expect((await takeAddress(email, ANN, 1)).url).toContain('/login');
  expect((await signInByCompany(email)).page.status).toBe(403);
  expect(await accountsOf(email)).toEqual([1]);
});

test('an address that somebody has proved stays theirs', async () => {
  await app.database.sql`update users set email = ${`ben@${DOMAIN}`} where email = ${BEN}`;
  expect((await signInByCompany(`ben@${DOMAIN}`)).page.status).toBe(403);
  expect(await accountsOf(`ben@${DOMAIN}`)).toEqual([2]);
  await app.database.sql`update users set email = ${BEN} where email = ${`ben@${DOMAIN}`}`;
});

test('rejects an address that looks like one of another company', async () => {
  const { page } = await signInByCompany(`boss＠other.example@${DOMAIN}`);
  expect([page.status, await accountsOf(`boss＠other.example@${DOMAIN}`)]).toEqual([403, undefined]);
  for (const email of [`boss＠${DOMAIN}@evil.example`, 'boss@127.0.0.1']) {
    const ann = await signedIn(ANN);
    const form = { ...hiddenFields((await ann.get('/members')).text), email, role: 'member', which: 'all' };
    expect((await ann.post('/members/1/invite', form)).status).toBe(422);
  }
  // The same domain in other letters is the company's, too.
  expect((await takeAddress('cto@ｖictim。example')).status).toBe(422);
});
