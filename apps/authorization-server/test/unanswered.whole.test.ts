import { fileURLToPath } from 'node:url';
import { openDatabase } from '@funnel/db';
import { authorizationServerSecrets, INTROSPECTION, startAuthorizationServer } from '@funnel/fixtures';
import { createTestDatabase, type TestDatabase } from '@funnel/testing';
import { useOwnServer } from '@funnel/testing/own-server';
import { checkUnanswered, expectUnavailablePage } from '@funnel/testing/unanswered-database';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as authorizationServer from '../src/index.ts';
import { PATHS } from '../src/provider/create-provider.ts';

const script = fileURLToPath(new URL('../dist/main.js', import.meta.url));
let testDatabase: TestDatabase;

const server = useOwnServer();
beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(async () => {
  await testDatabase.drop();
  await server.stop();
});

const { clientId, clientSecret } = INTROSPECTION;
const introspect = (url: string) =>
  fetch(`${url}${PATHS.introspection}`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'token=unknown',
  });
const page = (url: string) => fetch(`${url}/invitation?link=unknown`, { headers: { accept: 'text/html' } });
const exchange = (url: string) =>
  fetch(`${url}${PATHS.token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=refresh_token&refresh_token=unknown&client_id=unknown',
  });

const check = (ask: (url: string) => Promise<Response>, expected?: (response: Response) => Promise<void>) =>
  checkUnanswered(
    {
      script,
      env: {
        ...authorizationServerSecrets(),
        DATABASE_URL: testDatabase.urlOf('authorization-server'),
        AUTHORIZATION_SERVER_PORT: '0',
      },
      applicationName: 'authorization-server',
      database: testDatabase.database,
      ask,
    },
    expected,
  );

test.each([
  ['a service that checks a token', introspect, undefined],
  ['a page', page, expectUnavailablePage],
])('a database that does not answer is 503 in time for %s', async (_, ask, expected) => {
  await check(ask, expected);
});

test.each([
  ['a service that checks a token', introspect],
  ['a page', page],
  ['an application that asks for a token', exchange],
])('a database that is down is 503 with Retry-After for %s', async (_, ask) => {
  const down = openDatabase({ url: 'postgres://user:s3cret@127.0.0.1:1/none', applicationName: 'test' });
  const started = await startAuthorizationServer(authorizationServer, { database: down });
  const response = await ask(started.url);
  expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '1']);
  expect(await response.text()).not.toMatch(/s3cret|ECONN/);
  await started.stop();
  await down.close();
});
