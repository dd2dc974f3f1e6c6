import { ANN, type AuthorizationServer, PersonVisitor } from '@funnel/fixtures';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Network } from '@funnel/service';
import { startAuthorizationApp } from '../support/authorization-app.ts';
import { introspect, REDIRECT_URI, TestClient } from '../support/test-client.ts';
import * as oauth from 'oauth4webapi';

let isUnavailable = false;
let fetches = 0;
const INSIDE: Record<string, string> = { localhost: '127.0.0.1', 'inside.example': '10.0.0.1' };
const network: Network = {
  resolve: async (host) => [INSIDE[host] ?? '93.184.216.34'],
  async get(url) {
    fetches += 1;
    if (isUnavailable) throw new Error('the host is unavailable');
    const body = {
      client_id: url.href,
      client_name: 'Cloud Assistant',
      redirect_uris: [REDIRECT_URI],
      grant_types: ['authorization_code', 'refresh_token'],
      scope: 'whatever',
    };
    return { status: 200, body: JSON.stringify(body) };
  },
};

let app: AuthorizationServer;
beforeAll(async () => {
  app = await startAuthorizationApp({ network });
});
afterAll(() => app.stop());
beforeEach(() => {
  isUnavailable = false;
  fetches = 0;
});

let documents = 0;
const newClient = () => TestClient.known(app.url, `https://client.example/${(documents += 1)}.json`);
const challenge = () => oauth.calculatePKCECodeChallenge(oauth.generateRandomCodeVerifier());

describe('a client identified by its metadata document', () => {
  test('gets tokens without registering', async () => {
    const client = await newClient();
    const { accessToken } = await client.obtainTokens({ email: ANN });
    expect(await introspect(app.url, accessToken)).toMatchObject({
      active: true,
      client_id: client.client.client_id,
      website_ids: [11],
    });
  });

  test('shows the host of its document on the consent page', async () => {
    const client = await newClient();
    const page = await client.visitor.goToConsent(client.authorizationUrl(await challenge()), { email: ANN });
    expect(JSON.stringify(page)).toContain('Published by');
  });

  test('is fetched once and then cached', async () => {
    const client = await newClient();
    await client.obtainTokens({ email: ANN });
    expect(fetches).toBe(1);
  });

  test('is not stored before a person gives consent', async () => {
    const client = await newClient();
    await client.visitor.goToConsent(client.authorizationUrl(await challenge()), { email: ANN });
    expect(await copyCount(client)).toBe(0);
    await client.obtainTokens({ email: ANN });
    expect(await copyCount(client)).toBe(1);
  });

  test.each([
    'https://127.0.0.1/c',
    'https://localhost:9/c',
    'https://169.254.169.254/c',
    'https://[::1]/c',
    'https://2130706433/c',
    'https://inside.example/c',
  ])('at %s is rejected with a page and without a request', async (clientId) => {
    const client = await TestClient.known(app.url, clientId);
    const answer = await new PersonVisitor(app.url).get(client.authorizationUrl(await challenge()));
    expect(answer.status).toBe(400);
    expect(answer.text).not.toContain('Cloud Assistant');
    expect(fetches).toBe(0);
  });

  test('is fetched at most sixty times per hour for one address', async () => {
    const other = await startAuthorizationApp({ network });
    const visitor = new PersonVisitor(other.url);
    for (let count = 0; count < 63; count += 1) {
      const client = await TestClient.known(other.url, `https://client.example/many/${count}`);
      await visitor.get(client.authorizationUrl(await challenge()));
    }
    expect(fetches).toBe(60);
    await other.stop();
  });

  test('is fetched at most sixty times per hour for the token endpoint, too', async () => {
    const other = await startAuthorizationApp({ network });
    for (let count = 0; count < 63; count += 1) {
      const client = await TestClient.known(other.url, `https://client.example/token/${count}`);
      await (count % 2 ? client.refresh('nothing') : client.revoke('nothing').catch(() => {}));
    }
    expect(fetches).toBe(60);
    await other.stop();
  });

  test('is not fetched by introspection', async () => {
    const body = new URLSearchParams({ token: 'nothing', client_id: 'https://client.example/introspect' });
    await fetch(`${app.url}/introspect`, { method: 'POST', body });
    expect(fetches).toBe(0);
  });

  test('that is not available is asked for once, then again after half a minute', async () => {
    const client = await newClient();
    const url = client.authorizationUrl(await challenge());
    const status = async () => (await new PersonVisitor(app.url).get(url)).status;
    isUnavailable = true;
    expect([await status(), await status(), fetches]).toEqual([400, 400, 1]);
    isUnavailable = false;
    expect([await status(), fetches]).toEqual([400, 1]);
    app.passTime(31_000);
    expect([await status(), fetches]).toEqual([200, 2]);
  });

  async function copyCount({ client }: TestClient): Promise<number> {
    const rows = await app.database.sql`
      select 1 from authorization_records
      where model = 'ClientMetadata' and payload ->> 'client_id' = ${client.client_id}`;
    return rows.length;
  }
});

describe('while the document is unavailable', () => {
  test('tokens are introspected and refreshed with the stored copy, but new authorizations fail', async () => {
    const client = await newClient();
    const { accessToken, refreshToken } = await client.obtainTokens({ email: ANN });
    // Shares the database but has an empty cache.
    const replica = await startAuthorizationApp({ network, database: app.database });
    isUnavailable = true;
    fetches = 0;
    expect(await introspect(replica.url, accessToken)).toMatchObject({ active: true, website_ids: [11] });
    expect(fetches).toBe(0);
    const onReplica = await TestClient.known(replica.url, client.client.client_id);
    const refreshed = await onReplica.refreshed(refreshToken);
    expect((await introspect(replica.url, refreshed.accessToken)).active).toBe(true);
    const page = await new PersonVisitor(replica.url).get(onReplica.authorizationUrl(await challenge()));
    expect(page.status).toBe(400);
    await replica.stop();
  });
});
