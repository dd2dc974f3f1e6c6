import { type Agent, type IncomingMessage, request as openRequest } from 'node:http';
import { createAuthenticator } from '@funnel/auth';
import * as authorizationServer from '@funnel/authorization-server';
import type { Database } from '@funnel/db';
import { NO_VISITOR_SECRETS, trustedWebsiteId } from '@funnel/domain';
import { INTROSPECTION, NOW, SHOP, RESOURCES, startAuthorizationServer } from '@funnel/fixtures';
import { issuePersonalToken, revokePersonalToken } from '@funnel/identity';
import {
  createCapacity,
  createCapacityMetrics,
  createLogger,
  createObservability,
  createRateLimiter,
  createRegistry,
  networkOf,
} from '@funnel/service';
import { createTestDatabase, serveHttp } from '@funnel/testing';
import request, { type Test } from 'supertest';
import { createApp } from '../../src/app.ts';

/** The token to issue. */
interface TokenOptions {
  websiteIds: number[];
  scopes?: string[];
  resource?: string;
}

/** A running event intake with its database. */
export interface IntakeApp {
  url: string;
  /** The issuer of the tokens. */
  issuer: string;
  /** Of the owner; the application has the role of the service. */
  database: Database;
  /** Issues a token that the authorization server accepts. */
  token(options: TokenOptions): Promise<{ token: string; revoke(): Promise<boolean> }>;
  /** Sends events as a JSON array, or a text as it is. */
  post(token: string, events: readonly unknown[] | string, type?: string): Test;
  put(token: string, document: unknown): Test;
  logged(): string;
  /** Variables for a separate process on the same database. */
  env: Record<string, string>;
  stop(): Promise<void>;
}

/** Starts the application with its limits and a real authorization server, on one database with test data. */
export async function startIntakeApp({
  clock = () => NOW,
  issuer = '',
  requestsPerMinute = 0,
  maxInWork = 32,
  maxWaitMs = 60_000,
  timeoutMs = 120_000,
  visitorSecrets = NO_VISITOR_SECRETS,
  wrap = (database: Database, _url: string): Database => database,
} = {}): Promise<IntakeApp> {
  const { database, urlOf, openAs, drop } = await createTestDatabase(SHOP);
  const own = openAs('event-intake');
  const authorization = await startAuthorizationServer(authorizationServer, {
    database: openAs('authorization-server'),
  });
  let log = '';
  const destination = { write: (line: string) => void (log += line) };
  const logger = createLogger({ service: 'event-intake', level: 'info', destination });
  const registry = createRegistry('event-intake');
  const app = createApp({
    observability: createObservability({ logger, registry, checks: {} }),
    registry,
    visitorSecrets,
    rateLimiter: createRateLimiter({ perMinute: requestsPerMinute, redisUrl: undefined, logger, registry }),
    database: wrap(own, urlOf('event-intake')),
    authenticator: createAuthenticator({
      issuer: issuer || authorization.url,
      resource: RESOURCES.intake,
      ...INTROSPECTION,
      database: own,
      now: () => new Date(),
      allowLegacyKey: false,
    }),
    clock,
    wallClock: () => NOW,
    baseUrl: RESOURCES.intake,
    issuer: authorization.url,
  });
  const capacity = createCapacity({
    maxInWork,
    maxWaitMs,
    timeoutMs,
    networkOf: ({ socket }) => networkOf(socket.remoteAddress),
    logger,
    metrics: createCapacityMetrics(registry),
  });
  const server = await serveHttp(capacity.guard(app, new Set(['/metrics'])));
  const { url } = server;
  return {
    url,
    issuer: authorization.url,
    database,
    async token({ websiteIds, scopes = ['events:write'], resource = RESOURCES.intake }) {
      const owner = { userId: null, name: 'test', lifeSeconds: 3600 };
      const bound = websiteIds.map(trustedWebsiteId);
      const { token, id } = await issuePersonalToken(database, {
        ...owner,
        websiteIds: bound,
        scopes,
        resource,
      });
      return { token, revoke: () => revokePersonalToken(database, null, id) };
    },
    post: (token, events, type = 'application/json') =>
      request(url)
        .post('/v1/events')
        .set({ Authorization: `Bearer ${token}`, 'Content-Type': type })
        .send(typeof events === 'string' ? events : JSON.stringify(events)),
    put: (token, document) =>
      request(url)
        .put('/v1/catalog')
        .set({ Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' })
        .send(typeof document === 'string' ? document : JSON.stringify(document)),
    logged: () => log,
    env: {
      DATABASE_URL: urlOf('event-intake'),
      AUTHORIZATION_SERVER_ISSUER: authorization.url,
      INTROSPECTION_CLIENT_SECRET: INTROSPECTION.clientSecret,
    },
    async stop() {
      await server.close();
      await authorization.stop();
      await drop();
    },
  };
}

/** A request whose body the test writes piece by piece. */
export function openPost(url: string, token: string, headers: Record<string, string> = {}, agent?: Agent) {
  const sent = openRequest(`${url}/v1/events`, {
    agent,
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/x-ndjson', ...headers },
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', (response) => resolve(response.resume()));
    sent.once('error', reject);
  });
  answered.catch(() => {}); // A test may not care.
  return { sent, answered };
}
