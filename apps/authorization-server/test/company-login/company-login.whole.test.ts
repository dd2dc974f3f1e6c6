import { randomBytes } from 'node:crypto';
import { ANN, type AuthorizationServer, BEN, PASSWORD, PASSWORD_HASH } from '@funnel/fixtures';
import {
  addMembership,
  createLink,
  createUser,
  findUserByEmail,
  leaveAccount,
  listPersonalTokens,
  listSecurityEvents,
  listUsers,
  removeUser,
  verifyCompanyDomain,
} from '@funnel/identity';
import { hiddenFields, type Page, serveHttp, until, Visitor } from '@funnel/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as oauth from 'oauth4webapi';
import { startAuthorizationApp } from '../support/authorization-app.ts';
import { checkCompany } from '../support/check-company.ts';
import { COMPANY_CLIENT, type Company, startCompany } from '../support/company.ts';
import { TestClient } from '../support/test-client.ts';

const DOMAIN = 'oak.example';
const CALLBACK = '/login/company/callback/1';
const HOUR_MS = 3600 * 1000;

let app: AuthorizationServer;
let company: Company;
let env: Record<string, string>;
beforeAll(async () => {
  company = await startCompany();
  env = {
    IDENTITY_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    ALLOWED_PRIVATE_ISSUERS: company.url,
  };
  app = await startAuthorizationApp({ env });
  company.register(`${app.url}${CALLBACK}`);
});
afterAll(async () => {
  await app?.stop();
  await company?.stop();
});

/** A visitor who is signed in with a password. */
async function signedIn(email: string, password = PASSWORD): Promise<Visitor> {
  const visitor = new Visitor(app.url);
  const { text } = await visitor.get('/login');
  await visitor.post('/login', { ...hiddenFields(text), email, password });
  return visitor;
}

/** Sends the form of an owner. */
async function setUp(visitor: Visitor, changes: Record<string, string> = {}): Promise<Page> {
  const { text } = await visitor.get('/members');
  return visitor.post('/members/1/company-login', {
    ...hiddenFields(text),
    issuer: company.url,
    ...COMPANY_CLIENT,
    domain: DOMAIN,
    role: 'member',
    website_ids: ['11'],
    ...changes,
  });
}

/** Begins a login at the company; resolves with the address there, or the page that refuses. */
async function begin(visitor: Visitor, email: string, interaction = ''): Promise<{ to: string; page: Page }> {
  const { text } = await visitor.get('/login/company');
  const page = await visitor.post('/login/company', { ...hiddenFields(text), email, interaction });
  const [, to = ''] = /content="0;url=([^"]+)"/.exec(page.text) ?? [];
  return { to: to.replaceAll('&amp;', '&'), page };
}

/** Signs in at the company and comes back. */
async function signIn(visitor: Visitor, email: string, subject: string): Promise<Page> {
  const { to } = await begin(visitor, email);
  return visitor.get(await company.signIn(to, subject));
}

const isSignedIn = async (visitor: Visitor) => (await visitor.get('/tokens')).url === `${app.url}/tokens`;

const memberships = async (email: string) =>
  (await listUsers(app.database)).find((user) => user.email === email)?.memberships;

describe('the settings of an owner', () => {
  test('are checked, and do not work before the operator has confirmed the domain', async () => {
    const ann = await signedIn(ANN);
    for (const [changes, reason] of [
      [{ issuer: 'ftp://x' }, /address of the provider/],
      [{ issuer: 'https://10.0.0.1' }, /No provider of OpenID Connect answers/],
      [{ issuer: `${company.url}/other` }, /No provider of OpenID Connect answers/],
      [{ domain: 'no domain' }, /domain of your e-mail addresses/],
      [{ client_secret: '' }, /client secret/],
      [{ role: 'owner' }, /Choose member or reader/],
    ] as const) {
      const page = await setUp(ann, changes);
      expect([page.status, reason.test(page.text)]).toEqual([422, true]);
    }
    expect((await setUp(ann)).text).toContain('waits for the operator');
    expect((await new Visitor(app.url).get('/login')).text).not.toContain('your company');
    expect((await begin(new Visitor(app.url), `carol@${DOMAIN}`)).page.status).toBe(422);
    expect(await verifyCompanyDomain(app.database, { accountId: 1, domain: DOMAIN })).toBe('verified');
    expect((await ann.get('/members')).text).toContain(`on for ${DOMAIN}`);
    expect((await new Visitor(app.url).get('/login')).text).toContain('Sign in with your company');
  });

  test('keep the secret unreadable, and another domain must be confirmed again', async () => {
    const rows = await app.database.sql`select client_secret as s from company_logins`;
    expect(Buffer.from(rows[0]?.['s'] ?? '').includes(Buffer.from(COMPANY_CLIENT.client_secret))).toBe(false);
    const ann = await signedIn(ANN);
    expect((await setUp(ann, { domain: 'other.example', client_secret: '' })).text).toContain('waits for');
    expect((await setUp(ann)).text).toContain('waits for');
    await verifyCompanyDomain(app.database, { accountId: 1, domain: DOMAIN });
    expect((await setUp(ann, { role: 'reader' })).text).toContain(`on for ${DOMAIN}`);
    await setUp(ann);
  });

  test('a domain belongs to one account', async () => {
    await app.database.sql`
      insert into company_logins (account_id, issuer, client_id, client_secret, domain, role)
      select 2, issuer, client_id, client_secret, domain, role from company_logins`;
    expect(await verifyCompanyDomain(app.database, { accountId: 2, domain: DOMAIN })).toBe('taken');
    expect(await verifyCompanyDomain(app.database, { accountId: 2, domain: 'x.example' })).toBe('unknown');
    await app.database.sql`delete from company_logins where account_id = 2`;
  });
});

describe('a login at the company', () => {
  test('joins somebody new with the role and the websites of the settings', async () => {
    company.people.set('carol-1', { email: `Carol@${DOMAIN}`, email_verified: true });
    const carol = new Visitor(app.url);
    const page = await signIn(carol, `carol@${DOMAIN}`, 'carol-1');
    expect([page.url, page.status]).toEqual([`${app.url}/tokens`, 200]);
    expect(await memberships(`carol@${DOMAIN}`)).toEqual([
      expect.objectContaining({ accountId: 1, role: 'member' }),
    ]);
    const rows = await app.database.sql`
      select m.website_ids as ids from account_members as m join users as u on u.id = m.user_id
      where u.email = ${`carol@${DOMAIN}`}`;
    expect(rows[0]?.['ids']).toEqual([11]);
    // No password signs in.
    expect(await isSignedIn(await signedIn(`carol@${DOMAIN}`, ''))).toBe(false);
  });

  test('is the same person again, also when the address has changed there', async () => {
    const before = await findUserByEmail(app.database, `carol@${DOMAIN}`);
    company.people.set('carol-1', { email: `carol.smith@${DOMAIN}`, email_verified: true });
    const carol = new Visitor(app.url);
    await signIn(carol, `carol.smith@${DOMAIN}`, 'carol-1');
    expect(await isSignedIn(carol)).toBe(true);
    expect(await memberships(`carol.smith@${DOMAIN}`)).toBeUndefined();
    expect(await findUserByEmail(app.database, `carol@${DOMAIN}`)).toEqual(before);
  });

  test('goes on with the authorization that it began in', async () => {
    const client = await TestClient.register(app.url);
    const challenge = await oauth.calculatePKCECodeChallenge(oauth.generateRandomCodeVerifier());
    for (const parameters of [{}, { prompt: 'login' }]) {
      const carol = new Visitor(app.url);
      const login = await carol.get(client.authorizationUrl(challenge, { parameters }));
      const [, interaction = ''] = /\/login\/company\?interaction=([\w-]+)/.exec(login.text) ?? [];
      const { to } = await begin(carol, `carol@${DOMAIN}`, interaction);
      const consent = await carol.get(await company.signIn(to, 'carol-1'));
      expect(consent.text).toContain('requests access');
    }
  });

  test.each([
    [
      'without a verified address',
      { email: `dave@${DOMAIN}`, email_verified: false },
      /not say that your e-mail/,
    ],
    ['without an address', {}, /not say that your e-mail/],
    [
      'with an address of another domain',
      { email: 'dave@evil.example', email_verified: true },
      /another domain/,
    ],
    [
      'with the address of a person of another account',
      { email: 'ben@oak.example', email_verified: true },
      /There is a person/,
    ],
  ])('%s is refused', async (_text, claims, reason) => {
    await createUser(app.database, {
      email: 'ben@oak.example',
      passwordHash: '-',
      accountId: 2,
      isVerified: true,
    });
    company.people.set('dave', claims);
    const dave = new Visitor(app.url);
    const page = await signIn(dave, `dave@${DOMAIN}`, 'dave');
    expect([page.status, reason.test(page.text)]).toEqual([403, true]);
    expect(await isSignedIn(dave)).toBe(false);
    expect(await app.database.sql`select from company_identities where subject = 'dave'`).toHaveLength(0);
  });

  test('links a member of the account only if both sides have verified the address, or the member is signed in', async () => {
    const passwordHash = PASSWORD_HASH;
    for (const [name, isVerified] of [
      ['erin', true],
      ['finn', false],
    ] as const) {
      await createUser(app.database, { email: `${name}@${DOMAIN}`, passwordHash, accountId: 1, isVerified });
      company.people.set(name, { email: `${name}@${DOMAIN}`, email_verified: true });
    }
    const erin = new Visitor(app.url);
    await signIn(erin, `erin@${DOMAIN}`, 'erin');
    expect(await isSignedIn(erin)).toBe(true);
    const stranger = new Visitor(app.url);
    expect((await signIn(stranger, `finn@${DOMAIN}`, 'finn')).status).toBe(403);
    const finn = await signedIn(`finn@${DOMAIN}`);
    expect((await signIn(finn, `finn@${DOMAIN}`, 'finn')).url).toBe(`${app.url}/tokens`);
    const again = new Visitor(app.url);
    await signIn(again, `finn@${DOMAIN}`, 'finn');
    expect(await isSignedIn(again)).toBe(true);
  });

  test('of a colleague at the computer of somebody who is signed in links nothing to them', async () => {
    company.people.set('gina', { email: `gina@${DOMAIN}`, email_verified: true });
    const shared = await signedIn(ANN);
    await signIn(shared, `gina@${DOMAIN}`, 'gina');
    const rows = await app.database.sql`
      select u.email from company_identities as i join users as u on u.id = i.user_id where i.subject = 'gina'`;
    expect(rows[0]?.['email']).toBe(`gina@${DOMAIN}`);
  });

  test('of somebody whom an owner has removed is refused', async () => {
    const gina = await findUserByEmail(app.database, `gina@${DOMAIN}`);
    await leaveAccount(app.database, { userId: gina?.id ?? 0, accountId: 1 });
    const page = await signIn(new Visitor(app.url), `gina@${DOMAIN}`, 'gina');
    expect([page.status, /You were removed/.test(page.text)]).toEqual([403, true]);
  });

  test('meets the second factor of its own account, not that of others', async () => {
    await app.database.sql`update accounts set second_factor_required = true where id = 1`;
    const carol = new Visitor(app.url);
    await signIn(carol, `carol@${DOMAIN}`, 'carol-1');
    expect(await isSignedIn(carol)).toBe(true);
    const id = (await findUserByEmail(app.database, `carol@${DOMAIN}`))?.id ?? 0;
    await app.database.sql`insert into account_members (account_id, user_id) values (2, ${id})`;
    await app.database.sql`update accounts set second_factor_required = true where id = 2`;
    expect(await isSignedIn(carol)).toBe(false);
    await app.database.sql`update accounts set second_factor_required = false`;
    await app.database.sql`delete from account_members where account_id = 2 and user_id = ${id}`;
  });
});

describe('the word of a company', () => {
  const idOf = async (email: string) => (await findUserByEmail(app.database, email))?.id ?? 0;
  const join = (id: number) =>
    app.database.sql`insert into account_members (account_id, user_id) values (2, ${id})`;

  test('is good for its own account only: who joins another one signs in with what is theirs', async () => {
    const carol = new Visitor(app.url);
    await signIn(carol, `carol@${DOMAIN}`, 'carol-1');
    const other = { userId: await idOf(`carol@${DOMAIN}`), accountId: 2 };
    await addMembership(app.database, other);
    expect(await isSignedIn(carol)).toBe(false);
    const refused = await signIn(new Visitor(app.url), `carol@${DOMAIN}`, 'carol-1');
    expect([refused.status, /also belong to other accounts/.test(refused.text)]).toEqual([403, true]);
    await leaveAccount(app.database, other);
    // What has ended does not come back.
    expect(await isSignedIn(carol)).toBe(false);
  });

  test('that was given before does not come back with the place in the account', async () => {
    company.people.set('ivan', { email: `ivan@${DOMAIN}`, email_verified: true });
    const ivan = new Visitor(app.url);
    await signIn(ivan, `ivan@${DOMAIN}`, 'ivan');
    const membership = { userId: await idOf(`ivan@${DOMAIN}`), accountId: 1 };
    await leaveAccount(app.database, membership);
    await addMembership(app.database, membership);
    expect(await isSignedIn(ivan)).toBe(false);
  });

  test('ends with the company login, and with the place in its account', async () => {
    const carol = new Visitor(app.url);
    await signIn(carol, `carol@${DOMAIN}`, 'carol-1');
    await app.database.sql`update company_logins set domain_verified_at = null`;
    expect(await isSignedIn(carol)).toBe(false);
    await app.database.sql`update company_logins set domain_verified_at = now()`;
    expect(await isSignedIn(carol)).toBe(true);
    const id = await idOf(`carol@${DOMAIN}`);
    const [member] = await app.database.sql`
      delete from account_members where account_id = 1 and user_id = ${id} returning role, website_ids`;
    expect(await isSignedIn(carol)).toBe(false);
    await app.database.sql`
      insert into account_members (account_id, user_id, role, website_ids)
      values (1, ${id}, ${member?.['role']}, ${member?.['website_ids']})`;
  });

  test('changes no password and no second factor, and joins no other account', async () => {
    const carol = new Visitor(app.url);
    await signIn(carol, `carol@${DOMAIN}`, 'carol-1');
    for (const path of ['/password', '/second-factor']) {
      const page = await carol.get(path);
      expect([page.status, page.text.includes('signed in with your company')]).toEqual([403, true]);
      expect(page.text).not.toContain('type="password"');
    }
    const { text } = await carol.get('/tokens');
    const sent = await carol.post('/second-factor/codes', { ...hiddenFields(text), password: PASSWORD });
    expect(sent.status).toBe(403);
    const ben = await idOf(BEN);
    const purpose = { kind: 'invitation', accountId: 2, role: 'member', email: `carol@${DOMAIN}` } as const;
    const link = await createLink(app.database, purpose, { actorId: ben });
    const invitation = await carol.get(`/invitation?link=${link}`);
    expect(invitation.text).toContain('counts for its own account only');
    const joined = await carol.post('/invitation', { ...hiddenFields(text), link });
    expect([joined.status, await memberships(`carol@${DOMAIN}`)]).toEqual([422, [expect.anything()]]);
  });

  test('about an address that somebody else there has used is refused: it may be a new employee', async () => {
    company.people.set('carol-2', { email: `carol@${DOMAIN}`, email_verified: true });
    const page = await signIn(new Visitor(app.url), `carol@${DOMAIN}`, 'carol-2');
    expect([page.status, /Somebody else at your company/.test(page.text)]).toEqual([403, true]);
  });

  test('connects nobody who was signed in by another company', async () => {
    company.people.set('hugo', { email: `hugo@${DOMAIN}`, email_verified: true });
    const hugo = new Visitor(app.url);
    await signIn(hugo, `hugo@${DOMAIN}`, 'hugo');
    await app.database.sql`update users set email_verified_at = null where email = ${`hugo@${DOMAIN}`}`;
    // The same address with another id: a second person, or a second provider.
    company.people.set('hugo-2', { email: `hugo@${DOMAIN}`, email_verified: true });
    const page = await signIn(hugo, `hugo@${DOMAIN}`, 'hugo-2');
    expect([page.status, /There is a person/.test(page.text)]).toEqual([403, true]);
  });

  test('connects somebody with several accounts who is signed in, and leaves them signed in', async () => {
    const email = `ines@${DOMAIN}`;
    const passwordHash = PASSWORD_HASH;
    await createUser(app.database, { email, passwordHash, accountId: 1, isVerified: true });
    await join(await idOf(email));
    company.people.set('ines', { email, email_verified: true });
    const ines = await signedIn(email);
    expect((await signIn(ines, email, 'ines')).url).toBe(`${app.url}/tokens`);
    expect((await ines.get('/password')).status).toBe(200);
    expect((await signIn(new Visitor(app.url), email, 'ines')).status).toBe(403);
  });

  test.each([
    ['an id of 8,000 characters', 'i'.repeat(8_000), `long@${DOMAIN}`],
    ['an address with a sign for kelvin', 'kelvin', `\u212aate@${DOMAIN}`],
    ['an address with a line end', 'line', `two\nlines@${DOMAIN}`],
    ['an address that turns the writing around', 'turned', `good\u202e@${DOMAIN}`],
    ['an address with a name', 'named', `"Ann" <ann>@${DOMAIN}`],
    ['an address of 400 characters', 'wide', `${'w'.repeat(400)}@${DOMAIN}`],
  ])('with %s is refused', async (_text, subject, email) => {
    company.people.set(subject, { email, email_verified: true });
    const page = await signIn(new Visitor(app.url), `x@${DOMAIN}`, subject);
    expect([page.status, /cannot be used here/.test(page.text)]).toEqual([403, true]);
  });
});

describe('an attack', () => {
  test('the answer works once, and only in the browser that asked', async () => {
    const carol = new Visitor(app.url);
    const answer = await company.signIn((await begin(carol, `carol@${DOMAIN}`)).to, 'carol-1');
    const thief = new Visitor(app.url);
    expect((await thief.get(answer)).status).toBe(422);
    await begin(thief, `carol@${DOMAIN}`);
    expect((await thief.get(answer)).status).toBe(422);
    expect(await isSignedIn(thief)).toBe(false);
    expect((await carol.get(answer)).url).toBe(`${app.url}/tokens`);
    const cookies = carol.cookieValues.length;
    expect((await carol.get(answer)).status).toBe(422);
    expect(cookies).toBeGreaterThan(0);
  });

  test('a changed state, a foreign issuer, a wrong code and an error are refused', async () => {
    for (const change of [
      (url: URL) => url.searchParams.set('state', 'x'.repeat(43)),
      (url: URL) => url.searchParams.set('iss', 'https://evil.example'),
      (url: URL) => url.searchParams.set('code', 'another'),
      (url: URL) => url.searchParams.delete('code'),
      (url: URL) => url.searchParams.set('error', 'access_denied'),
    ]) {
      const carol = new Visitor(app.url);
      const url = new URL(await company.signIn((await begin(carol, `carol@${DOMAIN}`)).to, 'carol-1'));
      change(url);
      expect((await carol.get(url)).status).toBe(422);
      expect(await isSignedIn(carol)).toBe(false);
    }
  });

  test('a form of another site begins nothing, and an interaction is no address', async () => {
    const visitor = new Visitor(app.url);
    const forged = await visitor.post('/login/company', { email: `carol@${DOMAIN}`, csrf: 'x' });
    expect(forged.status).toBe(403);
    const { to } = await begin(visitor, `carol@${DOMAIN}`, '//evil.example');
    expect((await visitor.get(await company.signIn(to, 'carol-1'))).url).toBe(`${app.url}/tokens`);
  });

  test('a slow provider takes the places of nobody else, and an owner cannot ask it without end', async () => {
    const open = new Set<unknown>();
    let most = 0;
    const slow = await serveHttp((_req, res) => {
      open.add(res);
      most = Math.max(most, open.size);
      res.on('close', () => open.delete(res));
    });
    const other = await startAuthorizationApp({
      env: { ...env, ALLOWED_PRIVATE_ISSUERS: slow.url },
      database: app.database,
    });
    const owner = new Visitor(other.url);
    const { text } = await owner.get('/login');
    await owner.post('/login', { ...hiddenFields(text), email: ANN, password: PASSWORD });
    const form = {
      ...hiddenFields((await owner.get('/members')).text),
      ...COMPANY_CLIENT,
      issuer: slow.url,
      domain: DOMAIN,
      role: 'reader',
      which: 'all',
    };
    const save = async () => (await owner.post('/members/1/company-login', form)).status;
    const waiting = Array.from({ length: 8 }, save);
    await until(async () => expect(open.size).toBe(4));
    expect([429, 422]).toContain(await save());
    expect((await new Visitor(other.url).get('/login')).status).toBe(200);
    expect(open.size).toBe(4);
    const all = await Promise.all([...waiting, ...Array.from({ length: 31 }, save)]);
    expect(all.filter((status) => status === 429).length).toBeGreaterThanOrEqual(10);
    expect(most).toBe(4);
    await other.stop();
    await slow.close();
    await app.database.sql`delete from throttles`;
  });

  test('a provider in the private network is asked only if the operator trusts it', async () => {
    const other = await startAuthorizationApp({
      env: { ...env, ALLOWED_PRIVATE_ISSUERS: '' },
      database: app.database,
    });
    const visitor = new Visitor(other.url);
    const { text } = await visitor.get('/login/company');
    const page = await visitor.post('/login/company', { ...hiddenFields(text), email: `carol@${DOMAIN}` });
    expect([page.status, /does not answer/.test(page.text)]).toEqual([503, true]);
    expect(page.headers.get('retry-after')).toBe('5');
    await other.stop();
  });
});

describe('when the company no longer knows somebody', () => {
  const check = (aheadMs: number) => checkCompany(app, env, aheadMs);

  test('who is still there stays, and the next question works too', async () => {
    await check(2 * HOUR_MS);
    await check(4 * HOUR_MS);
    expect(await memberships(`carol@${DOMAIN}`)).toHaveLength(1);
    expect(await memberships(`erin@${DOMAIN}`)).toHaveLength(1);
  });

  test('who is gone is signed out, and leaves the account two weeks later, with tokens', async () => {
    const carol = new Visitor(app.url);
    await signIn(carol, `carol@${DOMAIN}`, 'carol-1');
    const { text } = await carol.get('/tokens');
    await carol.post('/tokens', {
      ...hiddenFields(text),
      name: 'x',
      resource: 'rest',
      scopes: 'reports',
      website_ids: ['11'],
      life: '30d',
    });
    const id = (await findUserByEmail(app.database, `carol@${DOMAIN}`))?.id ?? 0;
    const living = async () =>
      (await listPersonalTokens(app.database, id)).filter(({ revokedAt }) => !revokedAt).length;
    company.people.delete('carol-1');
    await check(6 * HOUR_MS);
    expect(await isSignedIn(carol)).toBe(false);
    expect([(await memberships(`carol@${DOMAIN}`))?.length, await living()]).toEqual([1, 1]);
    await check(15 * 24 * HOUR_MS);
    expect([await memberships(`carol@${DOMAIN}`), await living()]).toEqual([[], 0]);
    expect(await memberships(`erin@${DOMAIN}`)).toHaveLength(1);
    const events = await listSecurityEvents(app.database, { kinds: ['company_person_left'], limit: 9 });
    expect(events.map(({ userId }) => userId)).toEqual([id]);
  });

  test('nobody leaves because the provider is down', async () => {
    await app.database.sql`update company_identities set refresh_token = null where subject = 'hugo'`;
    await check(16 * 24 * HOUR_MS);
    // Without a refresh token, somebody who does not sign in for a month has to, within two weeks.
    await check(32 * 24 * HOUR_MS);
    expect(await memberships(`hugo@${DOMAIN}`)).toHaveLength(1);
    await check(47 * 24 * HOUR_MS);
    expect(await memberships(`hugo@${DOMAIN}`)).toEqual([]);
    await company.stop();
    await check(70 * 24 * HOUR_MS);
    expect(await memberships(`finn@${DOMAIN}`)).toHaveLength(1);
    await removeUser(app.database, { id: (await findUserByEmail(app.database, `finn@${DOMAIN}`))?.id ?? 0 });
  });
});
