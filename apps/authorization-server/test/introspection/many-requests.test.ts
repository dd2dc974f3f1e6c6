import { createAuthenticator } from '@funnel/auth';
import { trustedWebsiteId } from '@funnel/domain';
import { ANN, type AuthorizationServer, INTROSPECTION, RESOURCES } from '@funnel/fixtures';
import { issuePersonalToken } from '@funnel/identity';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { startAuthorizationApp } from '../support/authorization-app.ts';
import { TestClient } from '../support/test-client.ts';

let app: AuthorizationServer;
let tokens: string[];
beforeAll(async () => {
  app = await startAuthorizationApp();
  const request = {
    userId: null,
    name: 'n',
    scopes: ['reports'],
    resource: RESOURCES.rest,
    lifeSeconds: 3600,
  };
  const issued = Array.from({ length: 100 }, () =>
    issuePersonalToken(app.database, { ...request, websiteIds: [trustedWebsiteId(11)] }),
  );
  tokens = (await Promise.all(issued)).map(({ token }) => token);
});
afterAll(() => app.stop());

/** Like that of the REST API. */
async function newAuthenticator() {
  const authenticator = createAuthenticator({
    ...INTROSPECTION,
    issuer: app.url,
    resource: RESOURCES.rest,
    database: app.database,
    now: () => new Date(),
    allowLegacyKey: true,
  });
  await authenticator.authenticate(`Bearer ${tokens[0]}`);
  return authenticator;
}

/** Counted when they arrive: a log line may be written after the answer. */
let introspections = 0;
const countIntrospection = (message: unknown) => {
  if ((message as { request: IncomingMessage }).request.url === '/introspect') introspections += 1;
};
beforeAll(() => subscribe('http.server.request.start', countIntrospection));
afterAll(() => void unsubscribe('http.server.request.start', countIntrospection));

// What a check costs decides whether a hundred of them are answered in time on a busy machine. So these tests count
// the work, not the seconds. Two or three introspections are enough for all, a few more if the machine is busy.
test.each([
  ['one token', 8, () => tokens.map(() => tokens[0])],
  ['a hundred tokens', 8, () => tokens],
  ['a hundred tokens, each sent twice', 8, () => [...tokens, ...tokens]],
])(
  'a hundred parallel requests with %s are all answered, with at most %i introspections',
  async (_what, limit, used) => {
    const authenticator = await newAuthenticator();
    const before = introspections;
    const principals = await Promise.all(
      used().map((token) => authenticator.authenticate(`Bearer ${token}`)),
    );
    expect(principals.every(({ websiteIds }) => websiteIds.join() === '11')).toBe(true);
    expect(introspections - before).toBeGreaterThan(0);
    expect(introspections - before).toBeLessThanOrEqual(limit);
  },
);

test('a refresh token among a hundred parallel requests is rejected and the others are answered', async () => {
  const authenticator = await newAuthenticator();
  const client = await TestClient.register(app.url);
  const { refreshToken } = await client.obtainTokens({ email: ANN });
  const used = [...tokens.slice(0, 50), refreshToken, 'a.b.c', ...tokens.slice(50)];
  const outcomes = await Promise.allSettled(
    used.map((token) => authenticator.authenticate(`Bearer ${token}`)),
  );
  const rejected = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(rejected).toMatchObject([{ status: 401 }, { status: 401 }]);
});
