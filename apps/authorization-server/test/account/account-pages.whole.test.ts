import { onSecurityEvent, recordSecurityEvents } from '@funnel/db';
import { randomBytes } from 'node:crypto';
import { ANN, BEN, PASSWORD, PASSWORD_HASH, RESOURCES } from '@funnel/fixtures';
import { trustedWebsiteId } from '@funnel/domain';
import {
  addMembership,
  changePassword,
  createAuthorizationStore,
  createLink,
  createSession,
  createUser,
  endSurplusApplications,
  findUserByEmail,
  issuePersonalToken,
  leaveAccount,
  listApplications,
  listPersonalTokens,
  listSecurityEvents,
  removeUser,
  verifyAddress,
  websitesOfUser,
} from '@funnel/identity';
import { verifyPassword } from '@funnel/secrets';
import { reviveKeys } from '@funnel/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request, { type Agent } from 'supertest';
import { logIn, sendForm } from '../support/form.ts';
import { createPeopleApp, type PeopleApp } from '../support/people-app.ts';

let site: PeopleApp;
beforeAll(async () => {
  site = await createPeopleApp();
});
afterAll(() => site.drop());

const ANN_ID = 1;
const BEN_ID = 2;
let number = 0;
/** A new member of account 1, signed in. */
async function newMember(): Promise<{ id: number; email: string; agent: Agent }> {
  number += 1;
  const email = `member-${number}@example.com`;
  const created = await createUser(site.database, { email, passwordHash: PASSWORD_HASH, accountId: 1 });
  if ('error' in created) throw new Error(created.error);
  return { ...created.user, agent: await signedIn(created.user.id) };
}

/** The browser of a person who is signed in, without the password, which takes a while to check. */
async function signedIn(userId: number): Promise<Agent> {
  const session = await createSession(site.database, userId, site.clock());
  return request.agent(site.app).set('Cookie', `funnel_session=${session}`);
}

/** An application that a person has allowed for some websites. */
async function newApplication(userId: number, websiteIds: number[]): Promise<string> {
  const store = createAuthorizationStore(site.database);
  const grantId = randomBytes(12).toString('hex');
  const grant = {
    jti: grantId,
    accountId: String(userId),
    clientId: 'https://assistant.example/client',
    resources: { [RESOURCES.mcp]: 'reports' },
  };
  await store.upsert('Grant', grantId, grant, 3600);
  await store.saveGrantWebsites(grantId, userId, websiteIds.map(trustedWebsiteId));
  const [application] = await listApplications(site.database, userId);
  return application?.id ?? '';
}

const newToken = (userId: number, websiteIds: number[]) =>
  issuePersonalToken(site.database, {
    userId,
    name: `a script of ${userId}`,
    websiteIds: websiteIds.map(trustedWebsiteId),
    scopes: ['reports'],
    resource: RESOURCES.rest,
    lifeSeconds: 3600,
  });

const kindsOf = async (userId: number) =>
  (await listSecurityEvents(site.database, { userId, limit: 20 })).map(({ kind }) => kind);

test.each(['/applications', '/members', '/sessions', '/audit', '/password'])(
  '%s asks to sign in first',
  async (path) => {
    await request(site.app).get(path).expect(303).expect('Location', '/login');
  },
);

describe('connected applications', () => {
  test('are listed with websites and permissions, and can be disconnected', async () => {
    const { id, agent } = await newMember();
    expect((await agent.get('/applications')).text).toContain('You have not allowed any application yet');
    const application = await newApplication(id, [11]);
    const { text } = await agent.get('/applications');
    expect(text).toContain('assistant.example');
    expect(text).toContain('shop.oak.example');
    expect(text).not.toContain('journal.oak.example');
    const response = await sendForm(agent, '/applications', `/applications/${application}/disconnect`);
    expect(response.headers['location']).toBe('/applications?notice=disconnected');
    expect(await listApplications(site.database, id)).toEqual([]);
    expect(await kindsOf(id)).toContain('application_disconnected');
  });

  test('show when and from where each was used last; beyond a number, the one unused for longest ends', async () => {
    const { id, agent } = await newMember();
    const [first, second, third] = [
      await newApplication(id, [11]),
      await newApplication(id, [11]),
      await newApplication(id, [11]),
    ];
    await site.database.sql`
      insert into grant_uses (grant_id_hash, last_used_at, networks)
      values (decode(${first}, 'hex'), now() + interval '1 minute', '{192.0.2.7}')`;
    expect((await agent.get('/applications')).text).toContain('from <span class="break">192.0.2.7</span>');
    await endSurplusApplications(site.database, { userId: id, most: 3 });
    expect(await listApplications(site.database, id)).toHaveLength(3);
    await endSurplusApplications(site.database, { userId: id, most: 2 });
    const left = (await listApplications(site.database, id)).map((application) => application.id);
    expect(left.toSorted()).toEqual([first, third].toSorted());
    expect(left).not.toContain(second);
    expect(await kindsOf(id)).toContain('application_disconnected');
  });

  test('of somebody else cannot be disconnected', async () => {
    const [one, other] = [await newMember(), await newMember()];
    const application = await newApplication(other.id, [11]);
    const response = await sendForm(one.agent, '/applications', `/applications/${application}/disconnect`);
    expect(response.status).toBe(404);
    expect(await listApplications(site.database, other.id)).toHaveLength(1);
  });
});

describe('where a person is signed in', () => {
  const sessionsOf = (text: string) =>
    [...text.matchAll(/action="(\/sessions\/[0-9a-f]{24}\/end)"/g)].map(([, path = '']) => path);

  test('is listed with browser and network, and can be ended', async () => {
    const { id, email } = await newMember();
    const here = await logIn(site.app, email);
    const there = request.agent(site.app).set('User-Agent', 'Odd <b>Browser</b>/1.0');
    expect((await sendForm(there, '/login', '/login', { email, password: PASSWORD })).status).toBe(303);
    const { text } = await here.get('/sessions');
    expect(text).toMatch(/Odd &lt;b&gt;Browser&lt;\/b&gt;\/1\.0/);
    expect(text).toContain('from <span class="break">127.0.0.1</span>');
    expect(text.match(/this one/g)).toHaveLength(1);
    const paths = sessionsOf(text);
    expect(paths).toHaveLength(2);
    const stranger = await newMember();
    for (const path of paths) expect((await sendForm(stranger.agent, '/sessions', path)).status).toBe(404);
    for (const path of paths)
      expect((await sendForm(here, '/sessions', path)).headers['location']).toBe('/sessions?notice=ended');
    await there.get('/tokens').expect(303);
    await here.get('/tokens').expect(200);
    expect((await sendForm(here, '/sessions', paths[0] ?? '')).status).toBe(404);
    expect(await kindsOf(id)).toContain('session_ended');
  });

  test('all others can be ended at once', async () => {
    const { email, agent } = await newMember();
    const [here, there] = [await logIn(site.app, email), await logIn(site.app, email)];
    expect((await sendForm(here, '/sessions', '/sessions/end-others')).status).toBe(303);
    await here.get('/tokens').expect(200);
    for (const other of [agent, there]) await other.get('/tokens').expect(303);
    expect((await here.get('/sessions')).text).not.toContain('End all others');
  });
});

describe('the password page', () => {
  const fields = (changes: Record<string, string> = {}) => ({
    current: PASSWORD,
    password: 'a new password for me',
    repeated: 'a new password for me',
    ...changes,
  });

  test('changes the password and signs out everywhere', async () => {
    const { id, email, agent } = await newMember();
    const elsewhere = await logIn(site.app, email);
    await newToken(id, [11]);
    const response = await sendForm(agent, '/password', '/password', fields());
    expect([response.status, response.headers['location']]).toEqual([303, '/login?notice=password']);
    for (const session of [agent, elsewhere]) await session.get('/tokens').expect(303);
    const stored = (await findUserByEmail(site.database, email))?.passwordHash;
    expect(await verifyPassword('a new password for me', stored)).toBe(true);
    expect((await listPersonalTokens(site.database, id))[0]?.revokedAt).toBeInstanceOf(Date);
    expect(await kindsOf(id)).toContain('password_changed');
    const { text } = await request(site.app).get('/login?notice=password');
    expect(text).toContain('Your password was changed');
  });

  test.each<[string, Record<string, string>, RegExp]>([
    ['a wrong current password', { current: 'something else' }, /current password is incorrect/],
    ['a short password', { password: 'short', repeated: 'short' }, /at least 12 characters/],
    ['the current password', { password: PASSWORD, repeated: PASSWORD }, /is the current one/],
    ['two different passwords', { repeated: 'another new password' }, /are different/],
    [
      'a password that has leaked',
      { password: 'Password1234', repeated: 'Password1234' },
      /is like one that everybody tries/,
    ],
  ])('refuses %s and changes nothing', async (_, changes, message) => {
    const { email, agent } = await newMember();
    const before = await findUserByEmail(site.database, email);
    const response = await sendForm(agent, '/password', '/password', fields(changes));
    expect(response.status).toBe(422);
    expect(response.text).toMatch(message);
    expect(await findUserByEmail(site.database, email)).toEqual(before);
    await agent.get('/tokens').expect(200);
  });

  test('is no way to guess the current password', async () => {
    const { agent } = await newMember();
    const attempts = Array.from({ length: 12 }, (_, index) => `wrong password ${index}`);
    let status = 0;
    for (const current of attempts)
      ({ status } = await sendForm(agent, '/password', '/password', fields({ current })));
    expect(status).toBe(429);
    site.passTime(16 * 60_000);
  });

  test('opens by a link without signing in, once', async () => {
    const { id, email } = await newMember();
    const link = await createLink(site.database, { kind: 'password', userId: id });
    const visitor = request.agent(site.app);
    const page = `/password?link=${link}`;
    const short = await sendForm(visitor, page, '/password', { password: 'short', repeated: 'short' });
    expect(short.status).toBe(422);
    expect((await sendForm(visitor, page, '/password', fields())).status).toBe(303);
    const stored = (await findUserByEmail(site.database, email))?.passwordHash;
    expect(await verifyPassword('a new password for me', stored)).toBe(true);
    const again = await visitor.get(page);
    expect([again.status, again.text.includes('This link no longer works')]).toEqual([404, true]);
  });

  test('looks at no password without a link that works', async () => {
    const visitor = request.agent(site.app);
    const short = { link: 'x'.repeat(43), password: 'short', repeated: 'short' };
    const { status, text } = await sendForm(visitor, '/login', '/password', short);
    expect([status, text.includes('This link no longer works')]).toEqual([404, true]);
  });

  test('does not open by the link of an invitation', async () => {
    const link = await createLink(site.database, {
      kind: 'invitation',
      accountId: 1,
      role: 'member',
      email: 'guest@example.com',
    });
    await request(site.app).get(`/password?link=${link}`).expect(404);
  });
});

describe('the members page', () => {
  test('shows owners everybody, and members nothing', async () => {
    const member = await newMember();
    const ann = await signedIn(ANN_ID);
    const { text } = await ann.get('/members');
    expect(text).toContain(member.email);
    expect(text).not.toContain(BEN);
    expect((await member.agent.get('/members')).text).toContain('You do not own an account');
  });

  /** The page of the invitation that Ann makes. */
  async function inviteAs(role: string, email: string): Promise<{ page: string; text: string }> {
    const ann = await signedIn(ANN_ID);
    const made = await sendForm(ann, '/members', '/members/1/invite', { role, email, which: 'all' });
    expect(made.status).toBe(201);
    const [, link = ''] = /value="https:\/\/auth\.example\/invitation\?link=([\w-]+)"/.exec(made.text) ?? [];
    return { page: `/invitation?link=${link}`, text: made.text };
  }
  const passwords = { password: 'the password of a guest', repeated: 'the password of a guest' };

  test('invites an address by a link, with which a new person joins', async () => {
    const { page, text } = await inviteAs('member', ' Guest@Example.com ');
    expect(text).toContain('Send this link to <strong class="break">guest@example.com</strong>');
    const visitor = request.agent(site.app);
    expect((await visitor.get(page)).text).toMatch(
      /Oak &amp; Linen[\s\S]+readonly value="guest@example\.com"/,
    );
    // The form cannot choose another address.
    const sent = { ...passwords, email: 'somebody-else@example.com' };
    const joined = await sendForm(visitor, page, '/invitation', sent);
    expect(joined.headers['location']).toBe('/login?notice=joined');
    expect(await findUserByEmail(site.database, 'somebody-else@example.com')).toBeUndefined();
    const guest = await findUserByEmail(site.database, 'guest@example.com');
    expect(guest?.isVerified).toBe(false);
    expect(await websitesOfUser(site.database, guest?.id ?? 0)).toHaveLength(2);
    await visitor.get(page).expect(404);
    expect((await (await signedIn(ANN_ID)).get('/members')).text).toContain(
      'Nobody has confirmed that this address belongs to the person',
    );
  });

  test('says what each role may do, where it is chosen', async () => {
    const ann = await signedIn(ANN_ID);
    const { text } = await ann.get('/members').expect(200);
    const [form = ''] = /<form[^>]*action="\/members\/1\/invite"[^]*?<\/form>/.exec(text) ?? [];
    expect(form).toMatch(/value="reader".*creates no tokens/);
    expect(form).toMatch(/value="member" checked.*creates tokens/);
    expect(form).toMatch(/value="owner".*invites and removes people/);
  });

  test('invites nobody without an address', async () => {
    const ann = await signedIn(ANN_ID);
    for (const email of ['', 'guest', 'two words@example.com', `${'x'.repeat(250)}@example.com`]) {
      const made = await sendForm(ann, '/members', '/members/1/invite', {
        role: 'member',
        email,
        which: 'all',
      });
      expect([made.status, made.text.includes('Enter the e-mail address')]).toEqual([422, true]);
    }
  });

  test('lets somebody with the invited address join, and nobody else', async () => {
    const { id, agent, email } = await newMember();
    const invite = (invited: string) =>
      createLink(site.database, { kind: 'invitation', accountId: 2, role: 'owner', email: invited });
    const other = `/invitation?link=${await invite('another@example.com')}`;
    expect((await agent.get(other)).text).toContain('The invitation is for');
    const refused = await sendForm(agent, other, '/invitation');
    expect([refused.status, refused.text.includes('for somebody else')]).toEqual([422, true]);

    const page = `/invitation?link=${await invite(email)}`;
    const taken = await sendForm(request.agent(site.app), page, '/invitation', passwords);
    expect([taken.status, taken.text.includes('There is a person with this e-mail')]).toEqual([422, true]);
    expect((await agent.get(page)).text).toContain('You are signed in as');
    const unverified = await sendForm(agent, page, '/invitation');
    expect([unverified.status, unverified.text.includes('Nobody has confirmed')]).toEqual([422, true]);
    expect((await websitesOfUser(site.database, id)).map((website) => website.id)).not.toContain(21);
    await verifyAddress(site.database, { id });
    expect((await sendForm(agent, page, '/invitation')).headers['location']).toBe('/tokens');
    expect((await websitesOfUser(site.database, id)).map((website) => website.id)).toContain(21);
    expect((await agent.get('/members')).text).toContain(BEN);
  });

  test('an invitation of the time when it had no address is no longer valid', async () => {
    const purpose = { kind: 'invitation', accountId: 1, role: 'member', email: 'guest@example.com' } as const;
    const link = await createLink(site.database, purpose);
    await site.database
      .sql`update authorization_records set payload = payload - 'email' where model = 'OneTimeLink'`;
    await request(site.app).get(`/invitation?link=${link}`).expect(404);
  });

  test('an invitation ends with the right to invite', async () => {
    const visitor = request.agent(site.app);
    const status = async (link: string) => (await visitor.get(`/invitation?link=${link}`)).status;
    const invite = (actorId: number) =>
      createLink(
        site.database,
        { kind: 'invitation', accountId: 1, role: 'owner', email: 'guest@example.com' },
        { actorId },
      );
    for (const end of [
      (id: number) => leaveAccount(site.database, { userId: id, accountId: 1 }),
      (id: number) => addMembership(site.database, { userId: id, accountId: 1, role: 'member' }),
      (id: number) => removeUser(site.database, { id }),
    ]) {
      const { id } = await newMember();
      await addMembership(site.database, { userId: id, accountId: 1, role: 'owner' });
      const [made, ofAnn] = [await invite(id), await invite(ANN_ID)];
      expect([await status(made), await status(ofAnn)]).toEqual([200, 200]);
      await end(id);
      expect([await status(made), await status(ofAnn)]).toEqual([404, 200]);
    }
  });

  test('an invitation that was made while its maker was removed does not work', async () => {
    const { id } = await newMember();
    const purpose = { kind: 'invitation', accountId: 1, role: 'owner', email: 'guest@example.com' } as const;
    const link = await createLink(site.database, purpose, { actorId: id });
    await request(site.app).get(`/invitation?link=${link}`).expect(404);
    await addMembership(site.database, { userId: id, accountId: 1, role: 'owner' });
    await request(site.app).get(`/invitation?link=${link}`).expect(200);
    await removeUser(site.database, { id });
  });

  test('other invitations for the same address end when the person joins, leaves or is removed', async () => {
    const visitor = request.agent(site.app);
    const status = async (link: string) => (await visitor.get(`/invitation?link=${link}`)).status;
    const invite = (email: string, accountId = 1) =>
      createLink(
        site.database,
        { kind: 'invitation', accountId, role: 'member', email },
        { actorId: accountId === 1 ? ANN_ID : undefined },
      );
    const email = 'Twice@example.com';
    const [first, second, elsewhere] = [await invite(email), await invite(email), await invite(email, 2)];
    await sendForm(visitor, `/invitation?link=${first}`, '/invitation', passwords);
    expect([await status(second), await status(elsewhere)]).toEqual([404, 200]);

    const member = await newMember();
    await verifyAddress(site.database, member);
    const [again, other] = [await invite(member.email), await invite(member.email, 2)];
    await leaveAccount(site.database, { userId: member.id, accountId: 1 });
    expect([await status(again), await status(other)]).toEqual([404, 200]);
    await removeUser(site.database, member);
    expect(await status(other)).toBe(404);
  });

  test('an invitation leaves no address in the log or the audit', async () => {
    const logged: unknown[] = [];
    const stop = onSecurityEvent((event) => logged.push(event));
    await inviteAs('member', 'private@example.com');
    stop();
    expect(logged).toMatchObject([{ kind: 'member_invited' }]);
    expect(JSON.stringify(logged)).not.toContain('private@');
    const rows = await site.database.sql`select to_jsonb(e)::text as row from security_events as e`;
    expect(JSON.stringify(rows)).not.toContain('private@');
  });

  test('lists open invitations to owners, who can revoke them', async () => {
    const ann = await signedIn(ANN_ID);
    const link = await createLink(
      site.database,
      { kind: 'invitation', accountId: 1, role: 'member', email: 'guest@example.com' },
      { actorId: ANN_ID },
    );
    const { text } = await ann.get('/members');
    expect(text).toMatch(new RegExp(`guest@example.com: made by ${ANN}, ends in \\d+ hours?`));
    expect(text).not.toContain(link);
    const revoke = /\/members\/1\/invitations\/[0-9a-f]{24}\/revoke/g;
    const own = text.match(revoke)?.at(-1) ?? '';
    expect((await sendForm(ann, '/members', own.replace('/1/', '/2/'))).status).toBe(404);
    expect((await sendForm(ann, '/members', own)).headers['location']).toBe('/members?notice=uninvited');
    expect((await sendForm(ann, '/members', own)).status).toBe(404);
    await request(site.app).get(`/invitation?link=${link}`).expect(404);
    const events = await listSecurityEvents(site.database, { kinds: ['invitation_revoked'], limit: 1 });
    expect(events).toMatchObject([{ actorEmail: ANN }]);
  });

  test('a link for a password ends when the password changes', async () => {
    const { id } = await newMember();
    const link = await createLink(site.database, { kind: 'password', userId: id });
    await request(site.app).get(`/password?link=${link}`).expect(200);
    await changePassword(site.database, { id, passwordHash: 'another hash' });
    await request(site.app).get(`/password?link=${link}`).expect(404);
  });

  test('removes a member, but not oneself and nobody of another account', async () => {
    const member = await newMember();
    const ann = await signedIn(ANN_ID);
    const remove = async (path: string) => (await sendForm(ann, '/members', path)).status;
    expect(await remove(`/members/1/remove/1`)).toBe(404);
    expect(await remove(`/members/2/remove/2`)).toBe(404);
    expect(await remove(`/members/1/remove/${member.id}`)).toBe(303);
    expect(await websitesOfUser(site.database, member.id)).toEqual([]);
    expect(await kindsOf(member.id)).toContain('member_removed');
    expect((await sendForm(member.agent, '/members', `/members/1/remove/1`)).status).toBe(404);
  });

  test('ends tokens and applications of members, but none that do not reach the account', async () => {
    const member = await newMember();
    await addMembership(site.database, { userId: member.id, accountId: 2 });
    const [own, foreign] = [await newToken(member.id, [11, 21]), await newToken(member.id, [21])];
    const application = await newApplication(member.id, [12]);
    const ann = await signedIn(ANN_ID);
    expect((await ann.get('/members')).text).toContain(`/members/tokens/${own.id}/revoke`);
    expect((await ann.get('/members')).text).not.toContain(`/members/tokens/${foreign.id}/revoke`);
    const { text: page } = await ann.get('/members');
    expect(page).toContain('shop.oak.example, 1 that you do not see');
    expect(page).not.toContain('#21');
    const end = async (path: string) => (await sendForm(ann, '/members', path)).status;
    expect(await end(`/members/tokens/${foreign.id}/revoke`)).toBe(404);
    expect(await end(`/members/tokens/${own.id}/revoke`)).toBe(303);
    expect(await end(`/members/applications/${application}/disconnect`)).toBe(303);
    const active = (await listPersonalTokens(site.database, member.id)).filter(({ revokedAt }) => !revokedAt);
    expect(active.map(({ id }) => id)).toEqual([foreign.id]);
    expect(await listApplications(site.database, member.id)).toEqual([]);
    const [revoked] = await listSecurityEvents(site.database, {
      userId: member.id,
      kinds: ['token_revoked'],
      limit: 1,
    });
    expect(revoked).toMatchObject({ actorEmail: ANN, tokenId: own.id });
  });
});

describe('the audit log', () => {
  const linesOf = (csv: string) => csv.trim().split('\r\n').slice(1);

  test('shows an owner what happened to the account, and nothing of others', async () => {
    const member = await newMember();
    const guest = await newMember();
    await addMembership(site.database, { userId: guest.id, accountId: 2 });
    const address = '192.0.2.99';
    const by = (person: { id: number }) => ({ actorId: person.id, userId: person.id, address });
    await recordSecurityEvents(
      site.database.orm,
      { kind: 'login', ...by(member) },
      { kind: 'login', ...by(guest) },
      { kind: 'token_created', ...by(guest), websiteIds: [11, 21].map(trustedWebsiteId) },
      { kind: 'consent', ...by(guest), websiteIds: [trustedWebsiteId(21)] },
      { kind: 'member_removed', ...by(member), accountId: 2 },
    );
    const ann = await signedIn(ANN_ID);
    const { text: csv, headers } = await ann.get('/audit?format=csv');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toContain('audit-log.csv');
    const here = linesOf(csv).filter((line) => line.endsWith(address));
    expect(here.map((line) => line.split(',').slice(1, 3).join(' ')).toSorted()).toEqual([
      `login ${member.email}`,
      `token_created ${guest.email}`,
    ]);
    await removeUser(site.database, member);
    const { text: removed } = await ann.get('/audit?format=csv&kind=member_removed');
    expect(linesOf(removed)[0]).toContain(`member_removed,The operator,person ${member.id}`);
    expect(csv).toContain('shop.oak.example (#11)');
    expect(csv).not.toContain('#21');
    const ben = await signedIn(BEN_ID);
    expect((await ben.get('/audit')).text).toContain(guest.email);
    expect((await guest.agent.get('/audit')).text).toContain('You do not own an account');
    expect(linesOf((await guest.agent.get('/audit?format=csv')).text)).toEqual([]);
  });

  test('is filtered by event and day', async () => {
    const ann = await signedIn(ANN_ID);
    const today = new Date().toISOString().slice(0, 10);
    await recordSecurityEvents(site.database.orm, { kind: 'catalog_changed', accountId: 1 });
    const kinds = async (query: string) =>
      new Set(linesOf((await ann.get(`/audit?format=csv&${query}`)).text).map((line) => line.split(',')[1]));
    expect(await kinds('kind=catalog_changed')).toEqual(new Set(['catalog_changed']));
    expect((await kinds('')).size).toBeGreaterThan(1);
    expect((await kinds(`since=${today}&until=${today}`)).size).toBeGreaterThan(1);
    expect(await kinds('until=2020-01-01')).toEqual(new Set());
    const page = await ann.get('/audit?kind=catalog_changed');
    expect(page.text).toContain('The operator changed the catalog');
    expect(page.text).toContain('<option value="catalog_changed" selected>');
    for (const query of ['kind=bogus', 'kind=login&kind=consent', 'kind=bogus&format=csv'])
      expect([query, (await ann.get(`/audit?${query}`)).status]).toEqual([query, 422]);
    expect((await ann.get('/audit?since=2026-11-02&until=2026-11-01')).text).toContain(
      'is after the last one',
    );
    for (const day of ['yesterday', '2026-02-31T', '2026-13-01', '0000-01-01']) {
      const wrong = await ann.get(`/audit?since=${day}`);
      expect([wrong.status, wrong.text.includes('Write days as 2026-11-16')]).toEqual([422, true]);
    }
  });

  test('leads to the login without a session', async () => {
    await request(site.app).get('/audit').expect(303).expect('Location', '/login');
  });
});

test('owners see the service tokens for their websites, without those of others, and cannot end them', async () => {
  const service = { userId: null, scopes: ['reports'], resource: RESOURCES.rest, lifeSeconds: 3600 };
  const bind = (name: string, ids: number[]) =>
    issuePersonalToken(site.database, { ...service, name, websiteIds: ids.map(trustedWebsiteId) });
  const { id } = await bind('nightly export', [11, 21]);
  await bind('of another account', [21]);
  const owner = await logIn(site.app, ANN);
  const { text } = await owner.get('/members');
  const [, section = ''] = text.split('id="service-tokens"');
  expect(section).toContain('nightly export');
  expect(section).toContain('shop.oak.example');
  expect(section).not.toMatch(/#21|of another account|<form/);
  expect((await sendForm(owner, '/members', `/members/tokens/${id}/revoke`)).status).toBe(404);
});

test('every page loads the script of forms, and one with something to copy also that of the button', async () => {
  const owner = await logIn(site.app, ANN);
  const scripts = (text: string) => [...text.matchAll(/<script src="([^"]+)" defer>/g)].map(([, src]) => src);
  expect(scripts((await owner.get('/members')).text)).toEqual([
    expect.stringContaining('/assets/send-once.'),
  ]);
  const invited = await sendForm(owner, '/members', '/members/1/invite', {
    role: 'member',
    email: 'guest@example.com',
    which: 'all',
  });
  expect(invited.headers['content-security-policy']).toContain("script-src 'self'");
  expect(scripts(invited.text)).toHaveLength(2);
  for (const src of scripts(invited.text)) {
    const { headers } = await request(site.app).get(String(src)).expect(200);
    expect(headers['content-type']).toMatch('javascript');
  }
});

test('the name of a token is one line that is shown as it is', async () => {
  const { id, agent } = await newMember();
  const fields = { website_ids: '11', resource: 'rest', scopes: 'reports', life: '1d' };
  const made = await sendForm(agent, '/tokens', '/tokens', { ...fields, name: 'x\u202ey\nz' });
  expect(made.status).toBe(201);
  expect((await listPersonalTokens(site.database, id)).map(({ name }) => name)).toEqual(['x y z']);
});

test('a form without its secret changes nothing', async () => {
  const ann = await signedIn(ANN_ID);
  for (const path of ['/password', '/members/1/invite', '/applications/x/disconnect', '/invitation'])
    expect([path, (await ann.post(path).type('form').send({ role: 'owner' })).status]).toEqual([path, 403]);
});

test('the token page says which old API keys would end', async () => {
  await reviveKeys(site.database, 11);
  await site.database.sql`update websites set api_key_ended_at = now() where id = 12`;
  const ann = await signedIn(ANN_ID);
  const { text } = await ann.get('/tokens');
  expect(text).toContain('#11 · ends its old API key');
  expect(text).not.toContain('#12 · ends its old API key');
  expect(text).toContain('check first that nothing uses it');
});
