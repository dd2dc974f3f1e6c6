import { issuePersonalToken } from '@funnel/identity';
import { ANN, type AuthorizationServer, RESOURCES } from '@funnel/fixtures';
import { trustedWebsiteId } from '@funnel/domain';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startAuthorizationApp } from '../support/authorization-app.ts';
import { TestClient } from '../support/test-client.ts';

let app: AuthorizationServer;
beforeAll(async () => {
  app = await startAuthorizationApp();
});
afterAll(() => app.stop());

async function wholeDatabase(): Promise<string> {
  const tables = await app.database.sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`;
  const dumps = await Promise.all(
    tables.map(({ name }) =>
      app.database.sql.unsafe<{ row: string }[]>(`select t::text as row from ${name} as t`),
    ),
  );
  return dumps.flatMap((rows) => rows.map(({ row }) => row)).join('\n');
}

test('no token, code, cookie or secret is stored in the database at any point', async () => {
  const client = await TestClient.register(app.url, { token_endpoint_auth_method: 'client_secret_basic' });
  const { answer, verifier } = await client.authorize({ email: ANN });
  const afterConsent = await wholeDatabase();
  const first = await client.readTokens(await client.exchange(answer, verifier));
  const second = await client.refreshed(first.refreshToken);
  const websiteIds = [trustedWebsiteId(11)];
  const request = {
    userId: null,
    name: 'script',
    websiteIds,
    scopes: ['reports'],
    resource: RESOURCES.rest,
    lifeSeconds: 60,
  };
  const { token } = await issuePersonalToken(app.database, request);
  const atEnd = await wholeDatabase();

  const secrets = [
    client.secret,
    answer.searchParams.get('code') ?? '',
    verifier,
    first.accessToken,
    first.refreshToken,
    second.accessToken,
    second.refreshToken,
    token,
    ...client.visitor.cookieValues,
  ];
  expect(client.visitor.cookieValues.length).toBeGreaterThan(6);
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(15);
    // bytea is dumped as hex, so a secret stored as bytes is found too.
    for (const form of [
      secret,
      Buffer.from(secret).toString('hex'),
      Buffer.from(secret, 'base64url').toString('hex'),
    ]) {
      expect(afterConsent.includes(form) || atEnd.includes(form)).toBe(false);
    }
  }
  expect(afterConsent).toContain('AuthorizationCode');
  expect(atEnd).toContain('RefreshToken');
});

test('no token or cookie is written to the log', async () => {
  const client = await TestClient.register(app.url);
  const { accessToken, refreshToken } = await client.obtainTokens({ email: ANN });
  for (const secret of [accessToken, refreshToken, ...client.visitor.cookieValues]) {
    const isPath =
      app.logged().includes(`/interaction/${secret}`) || app.logged().includes(`/authorize/${secret}`);
    expect(!isPath && app.logged().includes(secret)).toBe(false);
  }
});
