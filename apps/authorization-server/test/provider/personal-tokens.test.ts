import { createHash } from 'node:crypto';
import {
  createUser,
  findUserByEmail,
  issuePersonalToken,
  listPersonalTokens,
  type PersonalTokenRequest,
  revokePersonalToken,
} from '@funnel/identity';
import { ANN, type AuthorizationServer, BEN, RESOURCES } from '@funnel/fixtures';
import { trustedWebsiteId } from '@funnel/domain';
import { until } from '@funnel/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startAuthorizationApp } from '../support/authorization-app.ts';
import { introspect, TestClient } from '../support/test-client.ts';

let app: AuthorizationServer;
let ann: number;
let ben: number;
beforeAll(async () => {
  app = await startAuthorizationApp();
  ann = (await findUserByEmail(app.database, ANN))?.id ?? 0;
  ben = (await findUserByEmail(app.database, BEN))?.id ?? 0;
});
afterAll(() => app.stop());

const issue = ({
  websiteIds = [11],
  ...request
}: Partial<Omit<PersonalTokenRequest, 'websiteIds'>> & { websiteIds?: number[] } = {}) =>
  issuePersonalToken(app.database, {
    userId: ann,
    name: 'nightly export',
    websiteIds: websiteIds.map(trustedWebsiteId),
    scopes: ['reports', 'contacts:read'],
    resource: RESOURCES.rest,
    lifeSeconds: 3600,
    ...request,
  });

test('a personal token is introspected like any other', async () => {
  const { token, expiresAt } = await issue({ websiteIds: [12, 11, 12] });
  const claims = await introspect(app.url, token);
  expect(claims).toMatchObject({
    active: true,
    aud: RESOURCES.rest,
    scope: 'reports contacts:read',
    website_ids: [11, 12],
    client_id: 'funnel-tokens',
    sub: String(ann),
    token_type: 'Bearer',
  });
  expect(Math.abs((claims.exp ?? 0) - expiresAt.getTime() / 1000)).toBeLessThan(2);
});

test('a personal token may have no owner', async () => {
  const { token } = await issue({ userId: null, websiteIds: [11, 21] });
  expect(await introspect(app.url, token)).toMatchObject({
    active: true,
    sub: 'service',
    website_ids: [11, 21],
  });
});

test('a personal token for unknown websites or websites of others is rejected, and nothing is written', async () => {
  const idsOf = async () => (await listPersonalTokens(app.database, ann)).map(({ id }) => id);
  const before = await idsOf();
  for (const websiteIds of [[], [999], [21], [11, 21]]) {
    await expect(issue({ websiteIds })).rejects.toThrow('websites that exist');
  }
  await expect(issue({ scopes: [] })).rejects.toThrow('at least one scope');
  expect(await idsOf()).toEqual(before);
});

test('a personal token is listed for its owner only, with its last use', async () => {
  const { id, token } = await issue({ name: 'listed' });
  const [listed] = await listPersonalTokens(app.database, ann);
  expect(listed).toMatchObject({
    id,
    name: 'listed',
    websiteIds: [11],
    scopes: ['reports', 'contacts:read'],
    lastUsedAt: null,
    hint: `fnl_pat_…${token.slice(-4)}`,
    logId: createHash('sha256').update(token).digest('hex').slice(0, 8),
  });
  expect(Object.keys(listed ?? {})).not.toContain('tokenHash');
  expect(await listPersonalTokens(app.database, ben)).toEqual([]);
  await introspect(app.url, token);
  await until(async () => {
    const [used] = await listPersonalTokens(app.database, ann);
    expect(used?.lastUsedAt).toBeInstanceOf(Date);
  });
});

test('a personal token is checked even if its last use cannot be written, and the log says so once', async () => {
  const { token } = await issue();
  await app.database.sql`alter table grant_uses add constraint unused check (last_used_at is null) not valid`;
  expect((await introspect(app.url, token)).active).toBe(true);
  const isLogged = () => app.logged().split('could not write when tokens were last used').length - 1;
  await until(async () => expect(isLogged()).toBe(1));
  await app.database.sql`alter table grant_uses drop constraint unused`;
  expect((await introspect(app.url, token)).active).toBe(true);
});

test('a personal token can be revoked only by its owner and is then inactive', async () => {
  const { id, token } = await issue();
  expect(await revokePersonalToken(app.database, ben, id)).toBe(false);
  expect(await revokePersonalToken(app.database, null, id)).toBe(false);
  expect((await introspect(app.url, token)).active).toBe(true);
  expect(await revokePersonalToken(app.database, ann, id)).toBe(true);
  expect((await introspect(app.url, token)).active).toBe(false);
  expect(await revokePersonalToken(app.database, ann, id)).toBe(false);
  const [listed] = await listPersonalTokens(app.database, ann);
  expect(listed?.revokedAt).toBeInstanceOf(Date);
});

test('a personal token can be revoked by anyone who has it and is then listed as revoked', async () => {
  const { token } = await issue();
  const holder = await TestClient.known(app.url, 'funnel-tokens');
  await holder.revoke(token);
  expect((await introspect(app.url, token)).active).toBe(false);
  const [listed] = await listPersonalTokens(app.database, ann);
  expect(listed?.revokedAt).toBeInstanceOf(Date);
});

test('a personal token expires', async () => {
  const { token, id } = await issue();
  await app.database.sql`update authorization_records set expires_at = now() where model = 'AccessToken'`;
  expect((await introspect(app.url, token)).active).toBe(false);
  await revokePersonalToken(app.database, ann, id);
});

test('a personal token loses the websites that its owner loses', async () => {
  const created = await createUser(app.database, {
    email: 'zoe@example.com',
    passwordHash: '-',
    accountId: 1,
  });
  const zoe = 'user' in created ? created.user.id : 0;
  const { token } = await issue({ userId: zoe, websiteIds: [11, 12] });
  await app.database.sql`update websites set account_id = 2 where id = 12`;
  expect((await introspect(app.url, token))['website_ids']).toEqual([11]);
});
