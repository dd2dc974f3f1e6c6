import { DASHBOARD_CLIENT_ID } from '@funnel/domain';
import { type AuthorizationServer, INTROSPECTION, PEOPLE } from '@funnel/fixtures';
import { createTestDatabase } from '@funnel/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startAuthorizationApp } from '../support/authorization-app.ts';

const SECRETS = ['the first secret of the dashboard', 'the second secret of the dashboard'].map((text) =>
  text.replaceAll(' ', '-'),
);
const ORIGINS = ['https://app.example.com', 'https://*.shop.example'];

let server: AuthorizationServer;
let drop: () => Promise<void>;
beforeAll(async () => {
  const made = await createTestDatabase(PEOPLE);
  drop = made.drop;
  await made.database.sql`update accounts set embed_origins = ${ORIGINS} where id = 1`;
  server = await startAuthorizationApp({
    database: made.openAs('authorization-server'),
    env: { DASHBOARD_URL: 'https://reports.example', DASHBOARD_CLIENT_SECRET: SECRETS.join(',') },
  });
});
afterAll(async () => {
  await server.stop();
  await drop();
});

const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
const ask = (query: string, authorization = basic(DASHBOARD_CLIENT_ID, SECRETS[0] ?? ''), method = 'GET') =>
  fetch(`${server.url}/embed-origins${query}`, { method, headers: { authorization } });

test('tells the dashboard the origins of a website, with either secret', async () => {
  for (const secret of SECRETS) {
    const answer = await ask('?website_id=11', basic(DASHBOARD_CLIENT_ID, secret));
    expect([answer.status, answer.headers.get('cache-control'), await answer.json()]).toEqual([
      200,
      'no-store',
      { origins: ORIGINS },
    ]);
  }
});

test.each([
  '?website_id=21',
  '?website_id=999999',
  '?website_id=0',
  '?website_id=abc',
  '?website_id=011',
  '',
  '?website_id=11&website_id=12',
])('knows no origin for %j', async (query) => {
  const answer = await ask(query);
  expect([answer.status, await answer.json()]).toEqual([200, { origins: [] }]);
});

test.each([
  ['nobody', ''],
  ['another client', basic(INTROSPECTION.clientId, INTROSPECTION.clientSecret)],
  ['the secret of another client', basic(DASHBOARD_CLIENT_ID, INTROSPECTION.clientSecret)],
  ['a wrong secret', basic(DASHBOARD_CLIENT_ID, 'x'.repeat(40))],
  ['no secret', basic(DASHBOARD_CLIENT_ID, '')],
  ['both secrets', basic(DASHBOARD_CLIENT_ID, SECRETS.join(','))],
  ['a token', `Bearer ${SECRETS[0]}`],
])('refuses %s', async (_who, authorization) => {
  const answer = await ask('?website_id=11', authorization);
  expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Basic']);
  expect(await answer.text()).not.toContain('app.example.com');
});

test('cannot be written, and is not there without a dashboard', async () => {
  expect((await ask('?website_id=11', undefined, 'POST')).status).toBe(405);
  const alone = await startAuthorizationApp();
  const answer = await fetch(`${alone.url}/embed-origins?website_id=11`, {
    headers: { authorization: basic(DASHBOARD_CLIENT_ID, '') },
  });
  expect(answer.status).toBe(404);
  await alone.stop();
});
