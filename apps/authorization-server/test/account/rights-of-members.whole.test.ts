import type { MemberRole } from '@funnel/db';
import { ANN, type AuthorizationServer, PASSWORD_HASH, RESOURCES } from '@funnel/fixtures';
import { trustedWebsiteId } from '@funnel/domain';
import {
  addMembership,
  changeMember,
  createSession,
  createUser,
  findUserByEmail,
  issuePersonalToken,
  listPersonalTokens,
  listSecurityEvents,
  rotatePersonalToken,
  setTokenLife,
  websitesOfUser,
} from '@funnel/identity';
import { hiddenFields } from '@funnel/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import request, { type Agent } from 'supertest';
import { startAuthorizationApp } from '../support/authorization-app.ts';
import { type Fields, sendForm } from '../support/form.ts';
import { introspect, TestClient } from '../support/test-client.ts';

let app: AuthorizationServer;
beforeAll(async () => {
  app = await startAuthorizationApp();
});
afterAll(() => app.stop());

const ANN_ID = 1;
const DAY_SECONDS = 86_400;
let number = 0;

interface Member {
  id: number;
  email: string;
}

/** A member of account 1, which has the websites 11 and 12. */
async function newMember(role: MemberRole = 'member', websiteIds?: number[]): Promise<Member> {
  number += 1;
  const created = await createUser(app.database, {
    email: `person-${number}@example.com`,
    passwordHash: PASSWORD_HASH,
    accountId: 1,
    role,
    websiteIds: websiteIds?.map(trustedWebsiteId),
  });
  if ('error' in created) throw new Error(created.error);
  return created.user;
}

async function signedIn({ id }: { id: number }): Promise<Agent> {
  const session = await createSession(app.database, id, app.now());
  return request.agent(app.url).set('Cookie', `funnel_session=${session}`);
}

const newToken = ({ id: userId }: { id: number }, websiteIds: number[], days = 1) =>
  issuePersonalToken(app.database, {
    userId,
    name: 'a script',
    websiteIds: websiteIds.map(trustedWebsiteId),
    scopes: ['reports'],
    resource: RESOURCES.rest,
    lifeSeconds: days * DAY_SECONDS,
  });

const websitesOf = async (token: string) => {
  const answer = await introspect(app.url, token);
  return answer.active ? answer['website_ids'] : 'ended';
};

const visible = async ({ id }: { id: number }) =>
  (await websitesOfUser(app.database, id)).map((website) => website.id);

/** What Ann, who owns account 1, sends from the page of members. */
async function asAnn(
  path: string,
  fields: Fields,
): Promise<{ status: number; location: string | undefined }> {
  const { status, headers } = await sendForm(await signedIn({ id: ANN_ID }), '/members', path, fields);
  return { status, location: headers['location'] };
}
const CHANGED = { status: 303, location: '/members?notice=changed' };

describe('a reader', () => {
  test('creates no token, whichever way', async () => {
    const reader = await newMember('reader');
    expect(await visible(reader)).toEqual([12, 11]);
    await expect(newToken(reader, [11])).rejects.toMatchObject({ code: 'not_found' });
    const agent = await signedIn(reader);
    const { text } = await agent.get('/tokens');
    expect(text).toContain('You may read, and let an assistant read for you, but not create tokens.');
    const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(text) ?? [];
    const sent = { csrf, name: 'x', website_ids: '11', resource: 'rest', scopes: 'reports', life: '1d' };
    const form = { ...sent, form_id: 'x'.repeat(22) };
    expect((await agent.post('/tokens').type('form').send(form)).status).toBe(422);
    expect(await listPersonalTokens(app.database, reader.id)).toEqual([]);
  });

  test('lets an application read, and change nothing', async () => {
    const reader = await newMember('reader');
    const client = await TestClient.register(app.url);
    const rest = { resource: RESOURCES.rest, scope: 'reports contacts:read contacts:write' };
    const { text } = await (await TestClient.register(app.url)).visitor.goToConsent(
      client.authorizationUrl('c'.repeat(43), rest),
      { email: reader.email },
    );
    // The page promises no more than the reader can give.
    expect([text.includes('Read contacts'), text.includes('change and delete contacts')]).toEqual([
      true,
      false,
    ]);
    const tokens = await client.obtainTokens({ email: reader.email, websiteIds: [11] }, rest);
    expect((await introspect(app.url, tokens.accessToken)).scope).toBe('reports contacts:read');
    const second = await client.refreshed(tokens.refreshToken);
    expect((await introspect(app.url, second.accessToken)).scope).toBe('reports contacts:read');
    const writing = { resource: RESOURCES.rest, scope: 'contacts:write' };
    const { answer } = await client.authorize({ email: reader.email, websiteIds: [11] }, writing);
    // The page stays and says why.
    expect([answer.pathname.split('/')[1], answer.searchParams.has('code')]).toEqual(['interaction', false]);
  });

  test('loses what they granted as a member, and gets it back neither by role nor by refresh', async () => {
    const member = await newMember();
    await addMembership(app.database, { userId: member.id, accountId: 2 });
    const [own, mixed] = [await newToken(member, [11]), await newToken(member, [12, 21])];
    const client = await TestClient.register(app.url);
    const granted = await client.obtainTokens({ email: member.email, websiteIds: [11] });
    expect(await asAnn(`/members/1/change/${member.id}`, { role: 'reader', which: 'all' })).toEqual(CHANGED);
    expect(await websitesOf(own.token)).toBe('ended');
    expect(await websitesOf(mixed.token)).toEqual([21]);
    expect(await websitesOf(granted.accessToken)).toBe('ended');
    expect((await client.refresh(granted.refreshToken)).status).toBe(400);
    await asAnn(`/members/1/change/${member.id}`, { role: 'member', which: 'all' });
    expect(await websitesOf(mixed.token)).toEqual([21]);
    const events = await listSecurityEvents(app.database, {
      userId: member.id,
      kinds: ['member_changed'],
      limit: 9,
    });
    expect(events.map(({ actorEmail, details }) => [actorEmail, details?.['role']])).toEqual([
      [ANN, 'member'],
      [ANN, 'reader'],
    ]);
  });
});

describe('a member of some websites', () => {
  test('sees and grants these only, and no website that is added later', async () => {
    const member = await newMember('member', [12]);
    expect(await visible(member)).toEqual([12]);
    await expect(newToken(member, [11, 12])).rejects.toMatchObject({ code: 'not_found' });
    expect(await websitesOf((await newToken(member, [12])).token)).toEqual([12]);
    expect((await (await signedIn(member)).get('/tokens')).text).not.toContain('#11');
  });

  test('loses the others at once, in tokens and applications, for good', async () => {
    const member = await newMember();
    const [both, one] = [await newToken(member, [11, 12]), await newToken(member, [11])];
    const client = await TestClient.register(app.url);
    const granted = await client.obtainTokens({ email: member.email, websiteIds: [11, 12] });
    const change = `/members/1/change/${member.id}`;
    expect(await asAnn(change, { role: 'member', website_ids: '12' })).toEqual(CHANGED);
    expect(await websitesOf(both.token)).toEqual([12]);
    expect(await websitesOf(one.token)).toBe('ended');
    expect(await websitesOf(granted.accessToken)).toEqual([12]);
    await asAnn(change, { role: 'member', which: 'all', website_ids: '12' });
    expect(await visible(member)).toEqual([12, 11]);
    expect(await websitesOf(both.token)).toEqual([12]);
    expect(await websitesOf((await client.refreshed(granted.refreshToken)).accessToken)).toEqual([12]);
  });

  test('sees no more when the last website is taken away without saying what to see instead', async () => {
    const member = await newMember('member', [12]);
    const ann = await signedIn({ id: ANN_ID });
    const forms: [string, Fields][] = [
      [`/members/1/change/${member.id}`, { role: 'member' }],
      [`/members/1/change/${member.id}`, { role: 'reader', which: 'some' }],
      ['/members/1/invite', { role: 'member', email: 'nothing@example.com', which: 'some' }],
      ['/members/1/invite', { role: 'member', email: 'nothing@example.com' }],
    ];
    for (const [path, fields] of forms) {
      const refused = await sendForm(ann, '/members', path, fields);
      expect(refused.status).toBe(422);
      expect(refused.text).toContain('Select at least one website, or choose “All, also those added later”.');
    }
    expect(await visible(member)).toEqual([12]);
    expect(await asAnn(`/members/1/change/${member.id}`, { role: 'member', which: 'all' })).toEqual(CHANGED);
    expect(await visible(member)).toEqual([12, 11]);
  });

  test('by the row alone: the check of a token does not rely on the change', async () => {
    const member = await newMember();
    const { token } = await newToken(member, [11, 12]);
    await app.database.sql`update account_members set website_ids = '{11}' where user_id = ${member.id}`;
    expect(await websitesOf(token)).toEqual([11]);
  });

  test('comes by an invitation for these websites', async () => {
    const ann = await signedIn({ id: ANN_ID });
    const invite = { email: 'invited@example.com', role: 'reader', website_ids: ['12'] };
    const made = await sendForm(ann, '/members', '/members/1/invite', invite);
    const [, link = ''] = /invitation\?link=([\w-]+)/.exec(made.text) ?? [];
    const password = 'the password of a guest';
    const visitor = request.agent(app.url);
    const joined = await sendForm(visitor, `/invitation?link=${link}`, '/invitation', {
      password,
      repeated: password,
    });
    expect(joined.headers['location']).toBe('/login?notice=joined');
    const guest = await findUserByEmail(app.database, 'invited@example.com');
    const websites = await websitesOfUser(app.database, guest?.id ?? 0);
    expect(websites.map(({ id, role }) => [id, role])).toEqual([[12, 'reader']]);
    expect((await ann.get('/members')).text).toContain('Sees only');
  });

  test('is never an owner', async () => {
    const member = await newMember('member', [12]);
    await asAnn(`/members/1/change/${member.id}`, { role: 'owner', website_ids: '12' });
    expect(await visible(member)).toEqual([12, 11]);
    await changeMember(app.database, { userId: member.id, accountId: 1, role: 'member' });
  });
});

test('only an owner changes rights, not their own, and not with websites of others', async () => {
  const member = await newMember();
  const change = (path: string, fields: Fields) => asAnn(path, fields);
  expect((await change(`/members/1/change/${ANN_ID}`, { role: 'reader' })).status).toBe(404);
  expect((await change(`/members/2/change/2`, { role: 'reader' })).status).toBe(404);
  const path = `/members/1/change/${member.id}`;
  for (const fields of [
    { role: 'boss' },
    { role: 'member', website_ids: ['11', '21'] },
    { role: 'member', website_ids: 'x' },
  ])
    expect((await change(path, fields)).status).toBe(422);
  const other = await newMember();
  const refused = await sendForm(await signedIn(member), '/members', `/members/1/change/${other.id}`, {
    role: 'reader',
  });
  expect(refused.status).toBe(404);
  expect(await visible(other)).toEqual([12, 11]);
});

describe('the longest life of tokens', () => {
  beforeEach(() => setTokenLife(app.database, { accountId: 1, days: null }));

  const expiresInDays = async (token: string) => {
    const { exp } = await introspect(app.url, token);
    return Math.round(((exp ?? 0) - Date.now() / 1000) / DAY_SECONDS);
  };

  test('refuses longer ones, with the reason', async () => {
    const member = await newMember();
    expect(await asAnn('/members/1/token-life', { days: '30' })).toEqual({
      status: 303,
      location: '/members?notice=limited',
    });
    await expect(newToken(member, [11], 31)).rejects.toThrow(/may be valid for 30 days at most/);
    expect(await expiresInDays((await newToken(member, [11], 30)).token)).toBe(30);
    expect((await (await signedIn({ id: ANN_ID })).get('/members')).text).toContain(
      'Longest life of tokens: 30 days',
    );
    expect((await asAnn('/members/1/token-life', { days: '7' })).status).toBe(422);
    expect((await asAnn('/members/1/token-life', {})).status).toBe(422);
    expect((await asAnn('/members/2/token-life', { days: '30' })).status).toBe(404);
  });

  test('ends those that exist earlier, and the longer ones of applications, but not those of other accounts', async () => {
    const member = await newMember();
    await addMembership(app.database, { userId: member.id, accountId: 2 });
    const [long, short, other] = [
      await newToken(member, [11], 365),
      await newToken(member, [11], 1),
      await newToken(member, [21], 365),
    ];
    const old = await newToken(member, [11], 365);
    await app.database.sql`
      update authorization_records set created_at = created_at - interval '40 days'
      where id_hash = sha256(${old.token}::bytea)`;
    const client = await TestClient.register(app.url);
    const granted = await client.obtainTokens({ email: member.email, websiteIds: [11] });
    await setTokenLife(app.database, { accountId: 1, days: 30 });
    expect(await expiresInDays(long.token)).toBe(30);
    expect(await expiresInDays(short.token)).toBe(1);
    expect(await expiresInDays(other.token)).toBe(365);
    expect(await websitesOf(old.token)).toBe('ended');
    const later = await client.obtainTokens({ email: member.email, websiteIds: [11] });
    const lives = await app.database.sql<{ days: number }[]>`
      select round(extract(epoch from expires_at - now()) / 86400)::int as days from authorization_records
      where model = 'Grant' and id_hash in (
        select grant_id_hash from authorization_records
        where id_hash in (sha256(${granted.accessToken}::bytea), sha256(${later.accessToken}::bytea)))`;
    expect(lives).toEqual([{ days: 30 }, { days: 30 }]);
    expect((await client.refresh(granted.refreshToken)).status).toBe(200);
  });

  test('shortens a token that is replaced', async () => {
    const member = await newMember();
    const { id } = await newToken(member, [11], 365);
    await app.database.sql`update accounts set max_token_days = 30 where id = 1`;
    const rotated = await rotatePersonalToken(app.database, { userId: member.id, id });
    expect(rotated && (await expiresInDays(rotated.token))).toBe(30);
  });
});

describe('two owners at the same time', () => {
  const ownersOf = async (accountId: number) => {
    const rows = await app.database.sql`
      select user_id as id from account_members where account_id = ${accountId} and role = 'owner'`;
    return rows.map(({ id }) => Number(id));
  };

  test.each([
    ['remove', 'remove'],
    ['change', 'change'],
    ['remove', 'change'],
  ])('one who %ss and one who %ss the other: one owner stays', async (one, other) => {
    for (let round = 0; round < 5; round += 1) {
      const people = [await newMember('owner'), await newMember('owner')] as const;
      await app.database.sql`insert into accounts (id, name) values (900, 'Two') on conflict do nothing`;
      await app.database.sql`delete from account_members where account_id = 900`;
      for (const { id } of people)
        await addMembership(app.database, { userId: id, accountId: 900, role: 'owner' });
      const agents = [await signedIn(people[0]), await signedIn(people[1])] as const;
      const tokens = await Promise.all(agents.map((agent) => agent.get('/members')));
      const send = (index: 0 | 1, verb: string) =>
        agents[index]
          .post(`/members/900/${verb}/${people[1 - index]?.id}`)
          .type('form')
          .send({ ...hiddenFields(tokens[index]?.text ?? ''), role: 'reader', which: 'all' });
      const sent = await Promise.all([send(0, one), send(1, other)]);
      expect(await ownersOf(900)).toHaveLength(1);
      expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([303, 404]));
    }
  });
});

test('a life of tokens that is not of the list is refused with the way out', async () => {
  const ann = await signedIn({ id: ANN_ID });
  const sent = await sendForm(ann, '/members', '/members/1/token-life', { days: '3' });
  expect([sent.status, /Choose one of the times/.test(sent.text)]).toEqual([422, true]);
});
