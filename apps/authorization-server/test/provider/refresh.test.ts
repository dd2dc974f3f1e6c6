import { ANN, type AuthorizationServer, BEN } from '@funnel/fixtures';
import { looksLikeToken } from '@funnel/secrets';
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

/** Moves every use of a token into the past. */
async function age(seconds: number): Promise<void> {
  await app.database.sql`
    update authorization_records set consumed_at = consumed_at - make_interval(secs => ${seconds})`;
}

const isActive = async (token: string) => (await introspect(app.url, token)).active;

test('access and refresh tokens have a prefix of their own and a checksum', async () => {
  const first = await client.obtainTokens({ email: ANN });
  const second = await client.refreshed(first.refreshToken);
  for (const { accessToken, refreshToken } of [first, second]) {
    expect(accessToken).toMatch(/^fnl_at_/);
    expect(refreshToken).toMatch(/^fnl_rt_/);
    expect([accessToken, refreshToken].map(looksLikeToken)).toEqual([true, true]);
  }
});

test('tokens of the time before the prefix still work', async () => {
  const { accessToken, refreshToken } = await client.obtainTokens({ email: ANN });
  const old = { access: 'a'.repeat(43), refresh: 'r'.repeat(43) };
  const { sql } = app.database;
  for (const [now, before] of [
    [accessToken, old.access],
    [refreshToken, old.refresh],
  ])
    await sql`update authorization_records set id_hash = sha256(${before ?? ''}::bytea) where id_hash = sha256(${now ?? ''}::bytea)`;
  expect(await isActive(accessToken)).toBe(false);
  expect(await isActive(old.access)).toBe(true);
  expect((await client.refreshed(old.refresh)).refreshToken).toMatch(/^fnl_rt_/);
});

describe('a refresh token', () => {
  test('gives a new pair and keeps the old access token valid', async () => {
    const first = await client.obtainTokens({ email: ANN, websiteIds: [11, 12] });
    const second = await client.refreshed(first.refreshToken);
    expect(second.refreshToken).not.toBe(first.refreshToken);
    expect(second.response).toMatchObject({ expires_in: 3600, scope: 'reports' });
    expect(await introspect(app.url, second.accessToken)).toMatchObject({
      active: true,
      website_ids: [11, 12],
    });
    expect(await isActive(first.accessToken)).toBe(true);
  });

  test('gives the same successor when it is sent ten times at once', async () => {
    const { refreshToken } = await client.obtainTokens({ email: ANN });
    const pairs = await Promise.all(Array.from({ length: 10 }, () => client.refreshed(refreshToken)));
    expect(new Set(pairs.map((pair) => pair.accessToken)).size).toBe(10);
    for (const pair of pairs) expect(await isActive(pair.accessToken)).toBe(true);
    const [successor, ...others] = new Set(pairs.map((pair) => pair.refreshToken));
    expect(others).toEqual([]);
    expect((await client.refresh(successor ?? '')).status).toBe(200);
  });

  test('gives the same chain to a replay, also after its successor was used', async () => {
    const { refreshToken } = await client.obtainTokens({ email: ANN });
    const second = await client.refreshed(refreshToken);
    const third = await client.refreshed(second.refreshToken);
    await age(10);
    expect((await client.refreshed(refreshToken)).refreshToken).toBe(second.refreshToken);
    expect((await client.refreshed(second.refreshToken)).refreshToken).toBe(third.refreshToken);
    const [chain] = await app.database.sql<{ unused: number }[]>`
      select count(*) filter (where consumed_at is null)::int as unused from authorization_records
      where model = 'RefreshToken' and grant_id_hash = (
        select grant_id_hash from authorization_records where id_hash = sha256(${refreshToken}::bytea))`;
    expect(chain?.unused).toBe(1);
  });

  test('gives it until 30 seconds after its first use; repeats do not extend that', async () => {
    const { refreshToken } = await client.obtainTokens({ email: ANN });
    await client.refreshed(refreshToken);
    await age(20);
    const again = await client.refreshed(refreshToken);
    expect(await isActive(again.accessToken)).toBe(true);
    await age(11);
    expect((await client.refresh(refreshToken)).status).toBe(400);
  });

  test('is rejected when replayed later, and its whole family is revoked', async () => {
    const first = await client.obtainTokens({ email: ANN });
    const second = await client.refreshed(first.refreshToken);
    const third = await client.refreshed(second.refreshToken);
    await age(31);
    const replay = await client.refresh(first.refreshToken);
    expect([replay.status, await replay.json()]).toEqual([
      400,
      expect.objectContaining({ error: 'invalid_grant' }),
    ]);
    for (const token of [first, second, third].map((pair) => pair.accessToken)) {
      expect(await isActive(token)).toBe(false);
    }
    expect((await client.refresh(third.refreshToken)).status).toBe(400);
  });

  test('does not affect other grants when replayed later', async () => {
    const one = await client.obtainTokens({ email: ANN });
    const other = await client.obtainTokens({ email: ANN });
    await client.refreshed(one.refreshToken);
    await age(31);
    await client.refresh(one.refreshToken);
    expect(await isActive(one.accessToken)).toBe(false);
    expect(await isActive(other.accessToken)).toBe(true);
  });

  test('is rejected for another client', async () => {
    const { refreshToken, accessToken } = await client.obtainTokens({ email: ANN });
    const thief = await TestClient.register(app.url);
    expect((await thief.refresh(refreshToken)).status).toBe(400);
    expect(await isActive(accessToken)).toBe(true);
  });

  test('expires after thirty days', async () => {
    const { refreshToken, accessToken } = await client.obtainTokens({ email: ANN });
    const [row] = await app.database.sql<{ days: number }[]>`
      select extract(epoch from max(expires_at) - now())::float8 / 86400 as days
      from authorization_records where model = 'RefreshToken'`;
    expect(row?.days).toBeCloseTo(30, 1);
    await app.database.sql`update authorization_records set expires_at = now() where model = 'RefreshToken'`;
    expect((await client.refresh(refreshToken)).status).toBe(400);
    expect(await isActive(accessToken)).toBe(true);
  });
});

describe('after a person loses a website', () => {
  const lose = (accountId: number) =>
    app.database.sql`delete from account_members where account_id = ${accountId}`;

  test('their tokens lose it for good, even after a refresh or when it is regained', async () => {
    const [ben] = await app.database.sql`select id from users where email = ${BEN}`;
    await app.database.sql`insert into account_members (account_id, user_id) values (1, ${ben?.['id']})`;
    const other = await TestClient.register(app.url);
    const tokens = await other.obtainTokens({ email: BEN, websiteIds: [11, 21] });
    expect((await introspect(app.url, tokens.accessToken))['website_ids']).toEqual([11, 21]);

    await app.database.sql`delete from account_members where account_id = 1 and user_id = ${ben?.['id']}`;
    expect(await introspect(app.url, tokens.accessToken)).toMatchObject({ active: true, website_ids: [21] });
    const refreshed = await other.refreshed(tokens.refreshToken);
    expect((await introspect(app.url, refreshed.accessToken))['website_ids']).toEqual([21]);

    await app.database.sql`insert into account_members (account_id, user_id) values (1, ${ben?.['id']})`;
    for (const { accessToken } of [tokens, refreshed]) {
      expect((await introspect(app.url, accessToken))['website_ids']).toEqual([21]);
    }
  });

  test('a token whose last website is lost has none, never all', async () => {
    const other = await TestClient.register(app.url);
    const { accessToken } = await other.obtainTokens({ email: BEN, websiteIds: [21] });
    await lose(2);
    expect(await introspect(app.url, accessToken)).toMatchObject({ active: true, website_ids: [] });
  });

  test('tokens of a deleted person are inactive and cannot be refreshed', async () => {
    const { accessToken, refreshToken } = await client.obtainTokens({ email: ANN, websiteIds: [11] });
    await app.database.sql`delete from users where email = ${ANN}`;
    expect(await introspect(app.url, accessToken)).toEqual({ active: false });
    expect((await client.refresh(refreshToken)).status).toBe(400);
  });
});
