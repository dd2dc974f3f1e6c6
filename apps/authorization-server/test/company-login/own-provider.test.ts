import { randomBytes } from 'node:crypto';
import { ANN, type AuthorizationServer, BEN, PersonVisitor } from '@funnel/fixtures';
import { findUserByEmail, saveCompanyLogin, verifyCompanyDomain } from '@funnel/identity';
import { seal } from '@funnel/db';
import { hiddenFields, type Page, Visitor } from '@funnel/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startAuthorizationApp } from '../support/authorization-app.ts';
import { TestClient } from '../support/test-client.ts';

const CALLBACK = '/login/company/callback/3';
const KEY = randomBytes(32);

/** Of another company, which uses this service's own server as the login of its people. */
let company: AuthorizationServer;
let app: AuthorizationServer;
beforeAll(async () => {
  company = await startAuthorizationApp();
  app = await startAuthorizationApp({
    env: { IDENTITY_ENCRYPTION_KEY: KEY.toString('base64'), ALLOWED_PRIVATE_ISSUERS: company.url },
  });
  const { client, secret } = await TestClient.register(company.url, {
    redirect_uris: [`${app.url}${CALLBACK}`],
    token_endpoint_auth_method: 'client_secret_basic',
  });
  await saveCompanyLogin(app.database, {
    accountId: 3,
    issuer: company.url,
    clientId: client.client_id,
    clientSecret: seal(secret, KEY),
    domain: 'oak.example',
    isVerified: false,
    role: 'reader',
    websiteIds: null,
    hasOwnCallback: true,
  });
  await verifyCompanyDomain(app.database, { accountId: 3, domain: 'oak.example' });
});
afterAll(async () => {
  await app?.stop();
  await company?.stop();
});

async function signIn(email: string, websiteIds = [11]): Promise<Page> {
  const visitor = new Visitor(app.url);
  const { text } = await visitor.get('/login/company');
  const begun = await visitor.post('/login/company', { ...hiddenFields(text), email: 'x@oak.example' });
  const [, to = ''] = /content="0;url=([^"]+)"/.exec(begun.text) ?? [];
  const back = await new PersonVisitor(company.url).authorize(to.replaceAll('&amp;', '&'), {
    email,
    websiteIds,
  });
  return visitor.get(back);
}

test('people sign in at the bundled server as the provider of their company', async () => {
  const { sql } = company.database;
  await sql`update users set email = 'ann@oak.example' where email = ${ANN}`;
  const page = await signIn('ann@oak.example');
  expect([page.url, page.status]).toEqual([`${app.url}/tokens`, 200]);
  const rows = await app.database.sql`
    select account_id as account, role from account_members as m join users as u on u.id = m.user_id
    where u.email = 'ann@oak.example'`;
  expect(rows[0]).toEqual({ account: 3, role: 'reader' });
});

test('an address that nobody has verified there is refused', async () => {
  await company.database.sql`
    update users set email = 'ben@oak.example', email_verified_at = null where email = ${BEN}`;
  const page = await signIn('ben@oak.example', [21]);
  expect([page.status, /not say that your e-mail address is verified/.test(page.text)]).toEqual([403, true]);
  expect(await findUserByEmail(app.database, 'ben@oak.example')).toBeUndefined();
});
