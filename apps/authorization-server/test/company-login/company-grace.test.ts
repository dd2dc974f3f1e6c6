import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { trustedWebsiteId } from '@funnel/domain';
import {
  ANN,
  type AuthorizationServer,
  makeLink,
  PASSWORD,
  PASSWORD_HASH,
  RESOURCES,
} from '@funnel/fixtures';
import {
  addMembership,
  changeMember,
  changePassword,
  claimIdentities,
  createUser,
  findUserByEmail,
  issuePersonalToken,
  leaveAccount,
  listPersonalTokens,
  listSecurityEvents,
  listUsers,
  verifyCompanyDomain,
  withdraw,
} from '@funnel/identity';
import type { CompanyPeople } from '@funnel/notifications';
import { hiddenFields, type Page, Visitor } from '@funnel/testing';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { startAuthorizationApp } from '../support/authorization-app.ts';
import { checkCompany } from '../support/check-company.ts';
import { COMPANY_CLIENT, type Company, startCompany } from '../support/company.ts';

const DOMAIN = 'oak.example';
const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;

let app: AuthorizationServer;
/** The provider of today, and the one that the owner moves to. */
let company: Company;
let next: Company;
let env: Record<string, string>;
beforeEach(async () => {
  [company, next] = [await startCompany(), await startCompany()];
  env = {
    IDENTITY_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    NOTIFICATIONS_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    ALLOWED_PRIVATE_ISSUERS: `${company.url},${next.url}`,
  };
  app = await startAuthorizationApp({ env });
  for (const each of [company, next]) each.register(`${app.url}/login/company/callback/1`);
  await use(company);
});
afterEach(async () => {
  await app?.stop();
  await company?.stop();
  await next?.stop();
});

async function ownerAnn(): Promise<Visitor> {
  const ann = new Visitor(app.url);
  const { text } = await ann.get('/login');
  await ann.post('/login', { ...hiddenFields(text), email: ANN, password: PASSWORD });
  return ann;
}

/** What the owner and the operator do. */
async function use({ url }: Company): Promise<void> {
  const ann = await ownerAnn();
  const form = { ...COMPANY_CLIENT, issuer: url, domain: DOMAIN, role: 'member', which: 'all' };
  const { status } = await ann.post('/members/1/company-login', {
    ...hiddenFields((await ann.get('/members')).text),
    ...form,
  });
  expect(status).toBe(200);
  await verifyCompanyDomain(app.database, { accountId: 1, domain: DOMAIN });
}

const emailOf = (name: string) => `${name}@${DOMAIN}`;

async function signIn(name: string, at = company, subject = name): Promise<{ visitor: Visitor; page: Page }> {
  at.people.set(subject, { email: emailOf(name), email_verified: true });
  const visitor = new Visitor(app.url);
  const { text } = await visitor.get('/login/company');
  const begun = await visitor.post('/login/company', { ...hiddenFields(text), email: emailOf(name) });
  const [, to = ''] = /content="0;url=([^"]+)"/.exec(begun.text) ?? [];
  const page = await visitor.get(await at.signIn(to.replaceAll('&amp;', '&'), subject));
  return { visitor, page };
}

const check = (aheadMs: number) => checkCompany(app, env, aheadMs);
const isSignedIn = async (visitor: Visitor) => (await visitor.get('/tokens')).url === `${app.url}/tokens`;
const idOf = async (name: string) => (await findUserByEmail(app.database, emailOf(name)))?.id ?? 0;
const isMember = async (name: string) =>
  (await listUsers(app.database)).some(
    ({ email, memberships }) => email === emailOf(name) && memberships.length > 0,
  );

/** Somebody with a password whom the provider knows, too. */
async function addWithPassword(name: string, role: 'owner' | 'member' = 'member'): Promise<void> {
  const passwordHash = PASSWORD_HASH;
  const user = { email: emailOf(name), passwordHash, accountId: 1, role, isVerified: true };
  await createUser(app.database, user);
}

/** What somebody has made: a token, one for embeds, and a link. */
async function makeThings(name: string): Promise<void> {
  const userId = await idOf(name);
  const website = { websiteIds: [trustedWebsiteId(11)], resource: RESOURCES.rest, lifeSeconds: DAY_MS / 10 };
  for (const scope of ['reports', 'reports:embed'])
    await issuePersonalToken(app.database, { ...website, userId, name: scope, scopes: [scope] });
  await makeLink(app.database, { userId });
}
const livingThings = async (name: string) => {
  const userId = await idOf(name);
  const tokens = await listPersonalTokens(app.database, userId);
  const links = await app.database
    .sql`select id from share_links where user_id = ${userId} and revoked_at is null`;
  return tokens.filter(({ revokedAt }) => !revokedAt).length + links.length;
};

/** The letters to owners, the oldest first. */
const letters = async () =>
  (
    await app.database
      .sql`select payload from notification_messages where channel_id is null order by created_at, id`
  ).map(({ payload }) => payload as CompanyPeople);
const withdrawals = async () =>
  Object.fromEntries(
    (
      await app.database.sql`select subject, withdrawn_why as why from company_identities order by subject`
    ).map(({ subject, why }) => [subject, why]),
  ) as Record<string, string | null>;
const annId = async () => (await findUserByEmail(app.database, ANN))?.id ?? 0;

/** Nobody else owns the account. */
const makeOnlyOwner = async (name: string) => {
  await app.database.sql`
    update account_members set role = (case when user_id = ${await idOf(name)} then 'owner' else 'member' end)::member_role
    where account_id = 1`;
};

/** As a change by the owner, without a person who could send the form. */
async function moveTo({ url }: Company): Promise<void> {
  await app.database.sql`update company_logins set issuer = ${url}, domain_verified_at = now()`;
}

describe('an owner who enters another provider', () => {
  test('signs people out at once, and takes nothing else for 14 days', async () => {
    const { visitor } = await signIn('carol');
    await makeThings('carol');
    await use(next);
    expect(await isSignedIn(visitor)).toBe(false);
    for (const hours of [1.5, 24, 13 * 24]) await check(hours * HOUR_MS);
    expect([await isMember('carol'), await livingThings('carol')]).toEqual([true, 3]);
    await check(14 * DAY_MS + HOUR_MS);
    expect([await isMember('carol'), await livingThings('carol')]).toEqual([false, 0]);
  });

  test('never takes the place of the last owner, or of somebody with a password', async () => {
    await addWithPassword('paul');
    for (const name of ['carol', 'paul', 'otto']) await signIn(name);
    await makeOnlyOwner('otto');
    await moveTo(next);
    for (const days of [1, 15, 16]) await check(days * DAY_MS);
    expect([await isMember('carol'), await isMember('paul'), await isMember('otto')]).toEqual([
      false,
      true,
      true,
    ]);
  });

  test('takes everything back by entering the former one again', async () => {
    const { visitor } = await signIn('carol');
    await makeThings('carol');
    await use(next);
    await check(13 * DAY_MS);
    await use(company);
    for (const days of [15, 16, 40]) await check(days * DAY_MS);
    expect([await isMember('carol'), await livingThings('carol')]).toEqual([true, 3]);
    // What has ended does not come back by itself.
    expect(await isSignedIn(visitor)).toBe(false);
    expect(await isSignedIn((await signIn('carol')).visitor)).toBe(true);
  });

  test('finds everybody again who signs in there with the same verified address', async () => {
    await signIn('carol');
    await makeThings('carol');
    const id = await idOf('carol');
    await use(next);
    await check(2 * HOUR_MS);
    const again = await signIn('carol', next, 'another-id');
    expect([await isSignedIn(again.visitor), await idOf('carol')]).toEqual([true, id]);
    for (const days of [15, 16]) await check(days * DAY_MS);
    expect([await isMember('carol'), await livingThings('carol')]).toEqual([true, 3]);
    const rows = await app.database.sql`select issuer, subject from company_identities`;
    expect(rows).toEqual([{ issuer: next.url, subject: 'another-id' }]);
  });

  test('finds nobody whose address one of the two has not verified', async () => {
    for (const name of ['carol', 'dave']) await signIn(name);
    await app.database.sql`update users set email_verified_at = null where email = ${emailOf('dave')}`;
    await use(next);
    expect((await signIn('dave', next)).page.status).toBe(403);
    next.people.set('carol', { email: emailOf('carol'), email_verified: false });
    expect((await signIn('carol', next, 'x')).page.status).toBe(200);
  });

  test('loses nobody while the operator has not confirmed the domain: the days count from then', async () => {
    await signIn('carol');
    await use(next);
    await app.database.sql`update company_logins set domain_verified_at = null`;
    for (const days of [15, 60]) await check(days * DAY_MS);
    expect([await isMember('carol'), await letters()]).toEqual([true, []]);
    const later = new Date(Date.now() + 60 * DAY_MS);
    await app.database.sql`update company_logins set domain_verified_at = ${later.toISOString()}`;
    await check(73 * DAY_MS);
    expect(await isMember('carol')).toBe(true);
    await check(75 * DAY_MS);
    expect(await isMember('carol')).toBe(false);
  });

  test('or another client there, whose ids of people may be others, finds them by the address', async () => {
    await signIn('carol');
    await app.database.sql`update company_logins set client_id = 'another'`;
    await check(2 * HOUR_MS);
    expect(await withdrawals()).toEqual({ carol: 'changed' });
    await app.database.sql`update company_logins set client_id = ${COMPANY_CLIENT.client_id}`;
    await check(4 * HOUR_MS);
    expect(await withdrawals()).toEqual({ carol: null });
    await app.database.sql`update company_identities set client_id = 'the one before'`;
    await check(6 * HOUR_MS);
    const { visitor } = await signIn('carol', company, 'another-id');
    expect(await isSignedIn(visitor)).toBe(true);
  });

  test('is told by the form what that does, before it is saved', async () => {
    const page = await (await ownerAnn()).get('/members');
    expect(page.text).toContain('is signed out as soon as you save');
    expect(page.text).toContain('14 days to sign in anew');
    expect(page.text).toContain('enter the former provider and client ID again');
  });

  test('sees on the page “Members” who leaves when, and who stays', async () => {
    await addWithPassword('paul');
    for (const name of ['carol', 'paul']) await signIn(name);
    await use(next);
    const { text } = await (await ownerAnn()).get('/members');
    expect(text.match(/Leaves the account on/g)).toHaveLength(1);
    expect(text.match(/Stays in the account, with another way/g)).toHaveLength(1);
  });
});

describe('a provider that no longer knows somebody', () => {
  test('has their company sessions ended within the hour, and nothing else for 14 days', async () => {
    const { visitor } = await signIn('carol');
    await makeThings('carol');
    company.people.delete('carol');
    await check(2 * HOUR_MS);
    expect([await isSignedIn(visitor), await isMember('carol'), await livingThings('carol')]).toEqual([
      false,
      true,
      3,
    ]);
    await check(13 * DAY_MS);
    expect(await isMember('carol')).toBe(true);
    await check(15 * DAY_MS);
    expect([await isMember('carol'), await livingThings('carol')]).toEqual([false, 0]);
  });

  test('never ends the place of the last owner, or of somebody with a password', async () => {
    await addWithPassword('paul');
    for (const name of ['paul', 'otto']) await signIn(name);
    await makeOnlyOwner('otto');
    for (const name of ['paul', 'otto']) company.people.delete(name);
    for (const days of [1, 15, 16]) await check(days * DAY_MS);
    expect([await isMember('paul'), await isMember('otto')]).toEqual([true, true]);
  });

  test('takes nothing if it refuses everybody for a day', async () => {
    const names = ['carol', 'dave'];
    const visitors = [];
    for (const name of names) visitors.push((await signIn(name)).visitor);
    company.people.clear();
    await check(2 * HOUR_MS);
    await check(20 * HOUR_MS);
    for (const name of names) company.people.set(name, { email: emailOf(name), email_verified: true });
    await check(26 * HOUR_MS);
    expect(await withdrawals()).toEqual({ carol: null, dave: null });
    await check(15 * DAY_MS);
    expect([await isMember('carol'), await isMember('dave')]).toEqual([true, true]);
  });

  test('has them back as soon as they sign in anew, and can be asked about them again', async () => {
    await signIn('carol');
    await makeThings('carol');
    company.people.delete('carol');
    await check(2 * HOUR_MS);
    // A new password ends refresh tokens of before.
    await app.database.sql`update company_identities set refresh_token = null where subject = 'carol'`;
    await check(3 * DAY_MS);
    await signIn('carol');
    const rows = await app.database.sql`
      select withdrawn_at as at, refresh_token is not null as "hasToken" from company_identities`;
    expect(rows).toEqual([{ at: null, hasToken: true }]);
    for (const days of [16, 17]) await check(days * DAY_MS);
    expect([await isMember('carol'), await livingThings('carol')]).toEqual([true, 3]);
  });

  test('is not heard about somebody who has signed in since it was asked', async () => {
    const { visitor } = await signIn('carol');
    const late = new Date(Date.now() + 2 * HOUR_MS);
    const [asked] = await claimIdentities(app.database, { before: late, now: late, limit: 1 });
    if (!asked) throw new Error('nobody is due');
    await signIn('carol');
    await withdraw(app.database, asked, { why: 'refused', now: late });
    expect([await withdrawals(), await isSignedIn(visitor)]).toEqual([{ carol: null }, true]);
  });

  test('is not heard about a new person with the same address: that may be a new employee', async () => {
    await signIn('carol');
    company.people.delete('carol');
    await check(2 * HOUR_MS);
    expect((await signIn('carol', company, 'new-employee')).page.status).toBe(403);
  });

  test('keeps all owners if none of them could sign in otherwise, and takes one of two if the other can', async () => {
    for (const name of ['otto', 'olga']) await signIn(name);
    await app.database.sql`
      update account_members set role = 'owner' where user_id in (${await idOf('otto')}, ${await idOf('olga')})`;
    await app.database.sql`update account_members set role = 'member' where user_id = ${await annId()}`;
    company.people.clear();
    for (const days of [1, 15, 16]) await check(days * DAY_MS);
    expect([await isMember('otto'), await isMember('olga')]).toEqual([true, true]);
    company.people.set('olga', { email: emailOf('olga'), email_verified: true });
    await check(17 * DAY_MS);
    expect([await isMember('otto'), await isMember('olga')]).toEqual([false, true]);
  });

  test('and a passkey keeps the place like a password', async () => {
    await signIn('carol');
    await app.database
      .sql`insert into second_factors (user_id, kind, name) values (${await idOf('carol')}, 'passkey', 'Key')`;
    company.people.delete('carol');
    for (const days of [1, 15]) await check(days * DAY_MS);
    expect(await isMember('carol')).toBe(true);
  });
});

describe('the owners', () => {
  test('get one letter each that says who leaves when and how to take it back, although two checks run at once', async () => {
    await addWithPassword('olga', 'owner');
    await addWithPassword('paul');
    for (const name of ['carol', 'paul']) await signIn(name);
    for (const name of ['carol', 'paul']) company.people.delete(name);
    await Promise.all([check(2 * HOUR_MS), check(2 * HOUR_MS), check(2 * HOUR_MS)]);
    await Promise.all([check(4 * HOUR_MS), check(4 * HOUR_MS), check(4 * HOUR_MS)]);
    for (const days of [1, 2, 13]) await check(days * DAY_MS);
    const written = await letters();
    expect(written.map(({ to }) => to).toSorted()).toEqual([ANN, emailOf('olga')].toSorted());
    for (const { why, people } of written) {
      expect([why, people.map(({ email }) => email)]).toEqual([
        'refused',
        [emailOf('carol'), emailOf('paul')],
      ]);
      const [leaves, stays] = people.map(({ leavesAt }) => leavesAt);
      const days = (Date.parse(leaves ?? '') - Date.now()) / DAY_MS;
      expect([Math.round(days), stays]).toEqual([14, null]);
    }
    const events = await listSecurityEvents(app.database, { kinds: ['company_person_withdrawn'], limit: 9 });
    expect(events).toHaveLength(2);
  });

  test('get no second letter on the same day, and all of that day in the next one', async () => {
    for (const name of ['carol', 'dave', 'erin']) await signIn(name);
    company.people.delete('carol');
    await check(2 * HOUR_MS);
    company.people.delete('dave');
    await check(4 * HOUR_MS);
    company.people.delete('erin');
    await check(6 * HOUR_MS);
    expect(await letters()).toHaveLength(1);
    await check(29 * HOUR_MS);
    expect((await letters()).map(({ people }) => people.length)).toEqual([2, 1]);
  });

  test('get none where nobody can be told by mail, and nobody leaves earlier or later for it', async () => {
    await signIn('carol');
    company.people.delete('carol');
    await checkCompany(app, env, 2 * HOUR_MS, { mails: false });
    expect([await letters(), await isMember('carol')]).toEqual([[], true]);
    await checkCompany(app, env, 15 * DAY_MS, { mails: false });
    expect(await isMember('carol')).toBe(false);
  });
});

test('the last owner cannot leave and cannot get a lower role', async () => {
  const membership = { userId: await annId(), accountId: 1 };
  expect(await leaveAccount(app.database, membership)).toBe('last_owner');
  expect(await addMembership(app.database, { ...membership, role: 'member' })).toBe('last_owner');
  expect(await changeMember(app.database, { ...membership, role: 'reader' })).toBe('last_owner');
  await addWithPassword('olga', 'owner');
  expect(await leaveAccount(app.database, membership)).toBe('left');
});

test('the migration knows who of before has no password', async () => {
  await addWithPassword('paul');
  for (const name of ['carol', 'dave', 'paul']) await signIn(name);
  await changePassword(app.database, { id: await idOf('dave'), passwordHash: PASSWORD_HASH });
  const folder = new URL('../../../../packages/db/drizzle/', import.meta.url);
  const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('_company_grace.sql'));
  const statements = readFileSync(new URL(file, folder), 'utf8').split('--> statement-breakpoint');
  await app.database.sql`update users set has_password = true`;
  await app.database.sql.unsafe(statements.at(-1) ?? '');
  const rows = await app.database.sql`select email from users where not has_password`;
  expect(rows.map(({ email }) => email)).toEqual([emailOf('carol')]);
});
