import { ANN, type AuthorizationServer, PASSWORD, PASSWORD_HASH, RESOURCES } from '@funnel/fixtures';
import {
  addMembership,
  changePassword,
  createLink,
  createSession,
  createUser,
  deleteSecurityEvents,
  disconnectApplication,
  findLink,
  findSession,
  findUserByEmail,
  issuePersonalToken,
  leaveAccount,
  listApplications,
  listPersonalTokens,
  listSecurityEvents,
  listUsers,
  removeUser,
  useLink,
} from '@funnel/identity';
import { hashPassword } from '@funnel/secrets';
import { trustedWebsiteId } from '@funnel/domain';
import { reviveKeys, until } from '@funnel/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startAuthorizationApp } from '../support/authorization-app.ts';
import { introspect, TestClient } from '../support/test-client.ts';

let app: AuthorizationServer;
let client: TestClient;
beforeAll(async () => {
  app = await startAuthorizationApp();
  client = await TestClient.register(app.url);
});
afterAll(() => app.stop());

let number = 0;
/** A new person in account 1 with a session, an application and a personal token. */
async function newPerson() {
  number += 1;
  const email = `person-${number}@example.com`;
  const created = await createUser(app.database, { email, passwordHash: PASSWORD_HASH, accountId: 1 });
  if ('error' in created) throw new Error(created.error);
  const { id } = created.user;
  const visitor = await TestClient.known(app.url, client.client.client_id);
  const { accessToken, refreshToken } = await visitor.obtainTokens({ email, websiteIds: [11, 12] });
  const { token } = await issueToken(id, [11]);
  const session = await createSession(app.database, id, new Date());
  return { id, email, accessToken, refreshToken, token, session };
}

const issueToken = (userId: number, websiteIds: number[]) =>
  issuePersonalToken(app.database, {
    userId,
    name: 'a script',
    websiteIds: websiteIds.map(trustedWebsiteId),
    scopes: ['reports'],
    resource: RESOURCES.rest,
    lifeSeconds: 3600,
  });

const isActive = async (token: string) => (await introspect(app.url, token)).active;
const websitesOf = async (token: string) => (await introspect(app.url, token))['website_ids'];
const eventsOf = async (userId: number) =>
  (await listSecurityEvents(app.database, { userId, limit: 50 })).map(({ kind }) => kind).reverse();

/** Everything that the person could use has ended. */
async function expectNoAccess(person: Awaited<ReturnType<typeof newPerson>>): Promise<void> {
  expect(await isActive(person.accessToken)).toBe(false);
  expect(await isActive(person.token)).toBe(false);
  expect((await client.refresh(person.refreshToken)).status).toBe(400);
  expect(await findSession(app.database, person.session, new Date())).toBeUndefined();
  expect(await listApplications(app.database, person.id)).toEqual([]);
}

describe('a person', () => {
  test('who is removed is gone with sessions, applications and tokens, and others are not', async () => {
    const [leaving, staying] = [await newPerson(), await newPerson()];
    expect(await isActive(leaving.accessToken)).toBe(true);
    await removeUser(app.database, leaving);
    await expectNoAccess(leaving);
    expect(await findUserByEmail(app.database, leaving.email)).toBeUndefined();
    expect(await isActive(staying.accessToken)).toBe(true);
    expect(await isActive(staying.token)).toBe(true);
    expect(await findSession(app.database, staying.session, new Date())).toMatchObject({ id: staying.id });
  });

  test('whose row is deleted by hand has no active token', async () => {
    const person = await newPerson();
    await app.database.sql`delete from users where id = ${person.id}`;
    expect(await introspect(app.url, person.accessToken)).toEqual({ active: false });
    expect(await introspect(app.url, person.token)).toEqual({ active: false });
    expect(await client.introspect(person.accessToken)).toEqual({ active: false });
  });

  test('whose password changes is signed out everywhere; the old password no longer works', async () => {
    const person = await newPerson();
    const changed = await hashPassword('another long password');
    await changePassword(app.database, { id: person.id, passwordHash: changed });
    await expectNoAccess(person);
    const [listed] = await listPersonalTokens(app.database, person.id);
    expect(listed?.revokedAt).toBeInstanceOf(Date);
    const visitor = await TestClient.known(app.url, client.client.client_id);
    await expect(visitor.obtainTokens({ email: person.email })).rejects.toThrow();
  });

  test('who leaves an account loses its websites for good, and keeps the others', async () => {
    const person = await newPerson();
    await addMembership(app.database, { userId: person.id, accountId: 2 });
    const { token: both } = await issueToken(person.id, [11, 21]);
    expect(await leaveAccount(app.database, { userId: person.id, accountId: 1 })).toBe('left');
    expect(await leaveAccount(app.database, { userId: person.id, accountId: 1 })).toBe('no_member');
    expect(await isActive(person.token)).toBe(false);
    expect(await isActive(person.accessToken)).toBe(false);
    expect(await websitesOf(both)).toEqual([21]);
    await addMembership(app.database, { userId: person.id, accountId: 1 });
    expect(await websitesOf(both)).toEqual([21]);
    expect(await isActive(person.token)).toBe(false);
  });

  test('is the owner of an account if nobody was there before', async () => {
    const people = await listUsers(app.database);
    expect(people.find(({ email }) => email === ANN)?.memberships).toEqual([
      { accountId: 1, accountName: 'Oak & Linen', role: 'owner' },
    ]);
    const person = await newPerson();
    const roleOf = async () =>
      (await listUsers(app.database)).find(({ id }) => id === person.id)?.memberships[0]?.role;
    expect(await roleOf()).toBe('member');
    const promoted = { userId: person.id, accountId: 1, role: 'owner' } as const;
    expect(await addMembership(app.database, promoted)).toBe('role_changed');
    expect(await addMembership(app.database, promoted)).toBe('already_member');
    expect(await roleOf()).toBe('owner');
  });
});

test('an application is listed until it is disconnected, and then cannot refresh', async () => {
  const person = await newPerson();
  const [application] = await listApplications(app.database, person.id);
  if (!application) throw new Error('not listed');
  expect(application).toMatchObject({
    name: 'Desk Assistant',
    websiteIds: [11, 12],
    resources: [{ resource: RESOURCES.mcp, scopes: ['reports'] }],
  });
  await disconnectApplication(app.database, application);
  expect(await listApplications(app.database, person.id)).toEqual([]);
  expect(await isActive(person.accessToken)).toBe(false);
  expect((await client.refresh(person.refreshToken)).status).toBe(400);
  expect(await isActive(person.token)).toBe(true);
});

test('a link works once, and not after it has expired', async () => {
  const purpose = { kind: 'password', userId: 1 } as const;
  const secret = await createLink(app.database, purpose);
  expect(await findLink(app.database, secret)).toEqual(purpose);
  const uses = await Promise.all(Array.from({ length: 5 }, () => useLink(app.database, secret)));
  expect(uses.filter((use) => use !== undefined)).toEqual([purpose]);
  expect(await findLink(app.database, secret)).toBeUndefined();
  const expired = await createLink(app.database, purpose);
  await app.database
    .sql`update authorization_records set expires_at = now() - interval '1 s' where model = 'OneTimeLink'`;
  expect(await useLink(app.database, expired)).toBeUndefined();
  const rows = await app.database.sql`select to_jsonb(r)::text as row from authorization_records as r`;
  expect(JSON.stringify(rows)).not.toContain(expired);
});

describe('the audit log', () => {
  test('has what happened to a person, in order, without a secret', async () => {
    const person = await newPerson();
    const visitor = await TestClient.known(app.url, client.client.client_id);
    await expect(
      visitor.obtainTokens({ email: person.email, password: 'a wrong password' }),
    ).rejects.toThrow();
    await removeUser(app.database, person, { actorId: 1, address: '192.0.2.1' });
    expect(await eventsOf(person.id)).toEqual([
      'person_added',
      'member_added',
      'login',
      'consent',
      'token_created',
      'login_failed',
      'member_removed',
      'person_removed',
    ]);
    const [removed, , failed] = await listSecurityEvents(app.database, { userId: person.id, limit: 3 });
    expect(removed).toMatchObject({ actorEmail: ANN, address: '192.0.2.1', userEmail: null });
    expect(failed).toMatchObject({ actorId: null, address: '127.0.0.1' });
    const rows = await app.database.sql`select to_jsonb(e)::text as row from security_events as e`;
    const text = JSON.stringify(rows);
    for (const secret of [person.token, person.accessToken, person.refreshToken, person.session, PASSWORD])
      expect(text).not.toContain(secret);
    expect(text).not.toContain(person.email);
  });

  test('has the replay of a refresh token', async () => {
    const person = await newPerson();
    await client.refreshed(person.refreshToken);
    await app.database.sql`
      update authorization_records set consumed_at = consumed_at - interval '31 s' where consumed_at is not null`;
    expect((await client.refresh(person.refreshToken)).status).toBe(400);
    // It is recorded after the response.
    await until(async () => {
      const [event] = await listSecurityEvents(app.database, { userId: person.id, limit: 1 });
      expect(event).toMatchObject({
        kind: 'refresh_token_replayed',
        clientId: client.client.client_id,
        address: '127.0.0.1',
      });
    });
  });

  test('has registrations, and tokens that a client gives back, from the address that the proxy saw', async () => {
    const forged = { 'X-Forwarded-For': '8.8.8.8' };
    const { client_id } = (await (
      await fetch(`${app.url}/register`, {
        method: 'POST',
        headers: { ...forged, 'Content-Type': 'application/json' },
        body: JSON.stringify({
          redirect_uris: ['https://client.example/cb'],
          token_endpoint_auth_method: 'none',
        }),
      })
    ).json()) as { client_id: string };
    const person = await newPerson();
    const revoked = await fetch(`${app.url}/revoke`, {
      method: 'POST',
      headers: forged,
      body: new URLSearchParams({ token: person.refreshToken, client_id: client.client.client_id }),
    });
    expect(revoked.status).toBe(200);
    await until(async () => {
      const kinds = ['client_registered', 'tokens_given_back'] as const;
      const [back, registered] = await listSecurityEvents(app.database, { kinds, limit: 2 });
      expect(registered).toMatchObject({
        kind: 'client_registered',
        clientId: client_id,
        address: '127.0.0.1',
      });
      expect(back).toMatchObject({
        kind: 'tokens_given_back',
        clientName: 'Desk Assistant',
        userId: person.id,
        clientId: client.client.client_id,
        address: '127.0.0.1',
      });
    });
  });

  test('has the end of a legacy key once', async () => {
    await reviveKeys(app.database, 12);
    const person = await newPerson();
    await issueToken(person.id, [12]);
    const ended = await listSecurityEvents(app.database, {
      kinds: ['legacy_key_ended'],
      userId: person.id,
      limit: 9,
    });
    expect(ended.map(({ websiteIds }) => websiteIds)).toEqual([[12]]);
  });

  test('can only be added to, and loses only what is old', async () => {
    const { sql } = app.database;
    await expect(sql`update security_events set kind = 'login'`).rejects.toThrow(/only added/);
    await expect(sql`delete from security_events`).rejects.toThrow(/only added/);
    await expect(sql`truncate security_events`).rejects.toThrow(/only added/);
    await sql`insert into security_events (kind, occurred_at) values ('login', now() - interval '500 days')`;
    const count = async () => (await sql`select count(*)::int as count from security_events`)[0]?.['count'];
    const before = (await count()) as number;
    await deleteSecurityEvents(app.database, new Date(Date.now() - 400 * 24 * 3600 * 1000));
    expect(await count()).toBe(before - 1);
  });
});
