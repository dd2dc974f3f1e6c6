import { randomBytes, randomUUID } from 'node:crypto';
import type { AuthorizationServer } from '@funnel/fixtures';
import { seal } from '@funnel/db';
import { verifyCompanyDomain } from '@funnel/identity';
import { hiddenFields, serveHttp, type TestHttpServer, Visitor } from '@funnel/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { generateKeyPair } from 'jose';
import { startAuthorizationApp } from '../support/authorization-app.ts';
import { COMPANY_CLIENT, type Company, startCompany } from '../support/company.ts';
import { TestClient } from '../support/test-client.ts';

const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const KEY = randomBytes(32);

let honest: Company;
/** They take requests and never answer. */
const hanging: TestHttpServer[] = [];
const asked: string[] = [];
let app: AuthorizationServer;
let client: TestClient;

beforeAll(async () => {
  honest = await startCompany();
  for (const name of ['two', 'three']) hanging.push(await serveHttp(() => void asked.push(name)));
  const issuers = [honest.url, ...hanging.map(({ url }) => url)];
  app = await startAuthorizationApp({
    env: { IDENTITY_ENCRYPTION_KEY: KEY.toString('base64'), ALLOWED_PRIVATE_ISSUERS: issuers.join(',') },
  });
  honest.register(`${app.url}/login/company/callback`);
  honest.people.set('carol', { email: 'carol@company-0.example', email_verified: true });
  await app.database.sql`insert into accounts (id, name) values (903, 'Three') on conflict do nothing`;
  for (const [index, accountId] of [1, 2, 903].entries()) {
    const domain = `company-${index}.example`;
    const secret = seal(COMPANY_CLIENT.client_secret, new Uint8Array(KEY));
    await app.database.sql`
      insert into company_logins (account_id, issuer, client_id, client_secret, domain, role)
      values (${accountId}, ${issuers[index] ?? ''}, ${COMPANY_CLIENT.client_id}, ${secret}, ${domain}, 'member')`;
    await verifyCompanyDomain(app.database, { accountId, domain });
  }
  client = await TestClient.register(app.url, { grant_types: ['authorization_code', GRANT_TYPE] });
});
beforeEach(() => app.database.sql`delete from throttles`);
afterAll(async () => {
  await app?.stop();
  await honest?.stop();
  for (const server of hanging) await server.close();
});

async function begin(company: number): Promise<number> {
  const visitor = new Visitor(app.url);
  const { text } = await visitor.get('/login/company');
  const email = `carol@company-${company}.example`;
  return (await visitor.post('/login/company', { ...hiddenFields(text), email })).status;
}

async function exchange(assertion: string): Promise<{ status: number; error_description?: string }> {
  const response = await fetch(`${app.url}/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: GRANT_TYPE, assertion, client_id: client.client.client_id }),
  });
  return { status: response.status, ...((await response.json()) as object) };
}

const claimsOf = (issuer: string) => ({
  iss: issuer,
  sub: 'carol',
  aud: app.url,
  client_id: client.client.client_id,
  scope: 'reports',
  email: 'carol@company-0.example',
  email_verified: true,
});
function unsigned(issuer: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const now = Math.floor(Date.now() / 1000);
  const payload = { ...claimsOf(issuer), jti: randomUUID(), iat: now, exp: now + 300 };
  return `${part({ alg: 'none', typ: 'oauth-id-jag+jwt' })}.${part(payload)}.`;
}

test('two hanging providers and 240 unsigned assertions from one address stop the login of no other company', async () => {
  const began = Date.now();
  const logins = [1, 2].flatMap((company) => Array.from({ length: 4 }, () => begin(company)));
  const issuers = [honest.url, ...hanging.map(({ url }) => url)];
  const { privateKey } = await generateKeyPair('ES256');
  const forged = await Promise.all(
    hanging.map(({ url }) => honest.assert(claimsOf(url), { key: privateKey })),
  );
  const assertions = [
    ...Array.from({ length: 240 }, (_, index) => unsigned(issuers[index % 3] ?? '')),
    ...Array.from({ length: 20 }, (_, index) => forged[index % 2] ?? ''),
  ];
  const refused: Promise<{ status: number }>[] = [];
  while (assertions.length > 0) {
    const some = assertions.splice(0, 40).map(exchange);
    refused.push(...some);
    await Promise.race([Promise.all(some), new Promise((resolve) => setTimeout(resolve, 500))]);
    expect(await begin(0)).toBe(200);
  }
  expect(await Promise.all(logins)).toEqual(logins.map(() => 503));
  expect((await Promise.all(refused)).filter(({ status }) => status === 200)).toEqual([]);
  // Both are asked for their address by the first who needs it, and not by each who comes within the next ten seconds.
  const periods = 1 + Math.floor((Date.now() - began) / 10_000);
  expect(asked.length).toBeLessThanOrEqual(6 * periods);
  expect(await begin(1)).toBe(503);
  const before = asked.length;
  expect(await begin(1)).toBe(503);
  expect(asked.length).toBe(before);
});

test('a network may send so many assertions that are refused, and any number of valid ones', async () => {
  for (let turn = 0; turn < 3; turn += 1)
    expect((await exchange(await honest.assert(claimsOf(honest.url)))).status).toBe(200);
  const attempts = await app.database.sql`
    select attempts from throttles where key like 'company-assertion:%'`;
  expect(attempts).toEqual([{ attempts: 0 }]);
  for (let turn = 0; turn < 60; turn += 1)
    expect((await exchange(unsigned(honest.url))).error_description).toContain('is not valid');
  const more = await exchange(unsigned(honest.url));
  expect(more.status).toBeGreaterThanOrEqual(400);
  expect(more.error_description).toMatch(/too many assertions .* try again in \d+ seconds/);
});
