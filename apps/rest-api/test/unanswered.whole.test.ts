import { fileURLToPath } from 'node:url';
import { LEGACY_KEY } from '@funnel/fixtures';
import { useOwnServer } from '@funnel/testing/own-server';
import { checkUnanswered } from '@funnel/testing/unanswered-database';
import { afterAll, beforeAll, test } from '@jest/globals';
import { type RestApp, startRestApp } from './support/rest-app.ts';

const script = fileURLToPath(new URL('../dist/main.js', import.meta.url));
let rest: RestApp;
let token: string;

const server = useOwnServer();
beforeAll(async () => {
  rest = await startRestApp();
  ({ token } = await rest.token({ websiteIds: [11], scopes: ['reports', 'contacts:write'] }));
});
afterAll(async () => {
  await rest.stop();
  await server.stop();
});

const send = (path: string, authorization: string) => (url: string) =>
  fetch(`${url}/api/v1${path}`, { headers: { authorization } });
const addContact = (url: string) =>
  fetch(`${url}/api/v1/contacts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ann@example.com' }),
  });

test.each([
  ['a report', () => send('/reports/website?timeframe=today', `Bearer ${token}`)],
  ['a key that is looked up', () => send('/reports/website', `api_key=${LEGACY_KEY}`)],
  ['a contact', () => addContact],
])('a database that does not answer is 503 in time for %s, and is left behind', async (_, ask) => {
  await checkUnanswered({
    script,
    env: { ...rest.env, REST_API_PORT: '0' },
    applicationName: 'rest-api',
    database: rest.database,
    ask: ask(),
  });
});
