import * as mcpServer from '@funnel/mcp-server';
import * as restApi from '@funnel/rest-api';
import { createAuthenticator } from '@funnel/auth';
import { type ResourceKind, RESOURCE_SCOPES, type Scope, SCOPES } from '@funnel/domain';
import { ENCRYPTION_KEY, INTROSPECTION, LEGACY_KEY, NOW, RESOURCES } from '@funnel/fixtures';
import { createLogger, createObservability, createRegistry } from '@funnel/service';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Express } from 'express';
import { type IntakeApp, startIntakeApp } from './support/intake-app.ts';
import { viewOf } from './support/shop-events.ts';
import { totalsOf } from './support/totals.ts';
import request, { type Test } from 'supertest';

const KINDS = Object.keys(RESOURCE_SCOPES) as ResourceKind[];

/** An endpoint of a service, and the scope that it needs. */
interface Endpoint {
  service: ResourceKind;
  name: string;
  scope: Scope;
  ask(authorization: string): Test;
}

let intake: IntakeApp;
let rest: Express;
let tools: Express;
beforeAll(async () => {
  intake = await startIntakeApp();
  rest = restApi.createApp({
    ...partsOf('rest'),
    encryptionKey: ENCRYPTION_KEY,
    baseUrl: RESOURCES.rest,
    issuer: intake.issuer,
  });
  tools = mcpServer.createApp({ ...partsOf('mcp'), resource: RESOURCES.mcp, issuer: intake.issuer });
});
afterAll(() => intake.stop());

/** What the other services need, on the same database and authorization server. */
function partsOf(kind: ResourceKind) {
  const logger = createLogger({ service: kind, level: 'silent' });
  const registry = createRegistry(kind);
  const { database, issuer } = intake;
  return {
    logger,
    registry,
    database,
    clock: () => NOW,
    observability: createObservability({ logger, registry, checks: {} }),
    authenticator: createAuthenticator({
      issuer,
      resource: RESOURCES[kind],
      ...INTROSPECTION,
      database,
      now: () => new Date(),
      allowLegacyKey: false,
    }),
  };
}

const ENDPOINTS: Endpoint[] = [
  {
    service: 'intake',
    name: 'POST /v1/events',
    scope: 'events:write',
    ask: (authorization) =>
      request(intake.url).post('/v1/events').set('Authorization', authorization).send([]),
  },
  {
    service: 'intake',
    name: 'PUT /v1/catalog',
    scope: 'catalog:write',
    ask: (authorization) =>
      request(intake.url).put('/v1/catalog').set('Authorization', authorization).send({}),
  },
  {
    service: 'rest',
    name: 'GET /api/v1/reports/website',
    scope: 'reports',
    ask: (authorization) => request(rest).get('/api/v1/reports/website').set('Authorization', authorization),
  },
  {
    service: 'mcp',
    name: 'POST /mcp',
    scope: 'reports',
    ask: (authorization) =>
      request(tools)
        .post('/mcp')
        .set({ Authorization: authorization, Accept: 'application/json, text/event-stream' })
        .send({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  },
];

describe.each(ENDPOINTS.map((endpoint) => [`${endpoint.service} ${endpoint.name}`, endpoint] as const))(
  '%s',
  (_title, { service, scope, ask }) => {
    test.each(KINDS)('with a token for %s: 200 only for its own audience and scope', async (audience) => {
      for (const given of SCOPES) {
        const options = { websiteIds: [11], scopes: [given], resource: RESOURCES[audience] };
        const { token } = await intake.token(options);
        const { status, headers, body } = await ask(`Bearer ${token}`);
        const expected = audience !== service ? 401 : given === scope ? 200 : 403;
        expect([audience, given, status]).toEqual([audience, given, expected]);
        if (expected === 200) continue;
        const [error, hint] =
          expected === 403
            ? [`scope="${scope}"`, `requires the scope ${scope}. This token has ${given}.`]
            : ['error="invalid_token"', `for ${RESOURCES[audience]}. This service is ${RESOURCES[service]}.`];
        expect(headers['www-authenticate']).toContain(error);
        expect(body.detail).toContain(hint);
        expect(body.detail).toMatch(/Create a token (for|with) it at http:\S+\/tokens$/);
      }
    });

    test('without the scope: 403, with every other scope', async () => {
      const scopes = SCOPES.filter((other) => other !== scope);
      const { token } = await intake.token({ websiteIds: [11], scopes, resource: RESOURCES[service] });
      expect((await ask(`Bearer ${token}`)).body).toMatchObject({ status: 403, code: 'forbidden' });
    });

    test('without a valid credential: 401', async () => {
      for (const authorization of ['', 'Bearer nonsense', `api_key=${LEGACY_KEY}`])
        expect((await ask(authorization)).body).toMatchObject({ status: 401, code: 'unauthorized' });
    });

    test('with a revoked token: 401 from the next request on', async () => {
      const options = { websiteIds: [11], scopes: [scope], resource: RESOURCES[service] };
      const { token, revoke } = await intake.token(options);
      expect((await ask(`Bearer ${token}`)).status).toBe(200);
      await revoke();
      expect((await ask(`Bearer ${token}`)).status).toBe(401);
    });
  },
);

test('the credential is checked before the body is read', async () => {
  const large = Buffer.alloc(11 * 1024 * 1024, 0x20);
  await request(intake.url).post('/v1/events').set('Content-Type', 'text/plain').send(large).expect(401);
});

test('a token whose websites are gone writes nothing', async () => {
  const { token } = await intake.token({ websiteIds: [12], scopes: ['events:write', 'catalog:write'] });
  await intake.database.sql`update personal_tokens set website_ids = '{}' where website_ids = '{12}'`;
  await intake.database.sql`update grant_websites set website_ids = '{}' where website_ids = '{12}'`;
  const before = await totalsOf(intake.database, 12);
  const { body } = await intake.post(token, [viewOf(12)]).expect(422);
  expect(body).toMatchObject({ recorded: 0, refused: 1, refusals: [{ code: 'foreign_website' }] });
  await intake.put(token, { websites: [{ id: 12, name: 'taken.example' }] }).expect(422);
  expect(await totalsOf(intake.database, 12)).toEqual(before);
});

test('while the authorization server is unreachable: 503, never 200', async () => {
  const { token } = await intake.token({ websiteIds: [11] });
  const cutOff = await startIntakeApp({ issuer: 'http://127.0.0.1:1' });
  const { body, headers } = await cutOff.post(token, [viewOf()]).expect(503);
  expect([body.code, headers['retry-after']]).toEqual(['unavailable', '5']);
  await cutOff.stop();
});

test('above the rate limit: 429 with Retry-After; a catalog counts as eight', async () => {
  const limited = await startIntakeApp({ requestsPerMinute: 9 });
  const { token } = await limited.token({ websiteIds: [11], scopes: ['events:write', 'catalog:write'] });
  await limited.put(token, {}).expect(200);
  await limited.post(token, []).expect(200);
  const { body, headers } = await limited.post(token, []).expect(429);
  expect(body.code).toBe('rate_limited');
  expect(headers['retry-after']).toMatch(/^\d+$/);
  await limited.stop();
});
