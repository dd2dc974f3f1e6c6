import { ENCRYPTION_KEY, INTROSPECTION, NOW, SHOP, startAuthorizationServer } from '@funnel/fixtures';
import * as authorizationServer from '@funnel/authorization-server';
import { createAuthenticator } from '@funnel/auth';
import type { Database } from '@funnel/db';
import { trustedWebsiteId } from '@funnel/domain';
import type { ChannelSettings } from '@funnel/notifications';
import { issuePersonalToken, revokePersonalToken } from '@funnel/identity';
import {
  createFailedCredentials,
  createRateLimiter,
  createLogger,
  createObservability,
  createRegistry,
} from '@funnel/service';
import { createTestDatabase } from '@funnel/testing';
import type { Express } from 'express';
import { createApp } from '../../src/app.ts';
import { fullPathOf } from '../../src/http/operation-paths.ts';
import request, { type Test } from 'supertest';

const RESOURCE = 'http://127.0.0.1:3000';

interface TokenOptions {
  websiteIds: number[];
  scopes?: string[];
  resource?: string;
  /** The owner; none by default. */
  userId?: number;
  /** Whether it covers all that the owner may see, as that of the dashboard, and not these websites. */
  coversPerson?: boolean;
}

/** A running REST API with its database. */
export interface RestApp {
  app: Express;
  /** Of the owner; the application has the role of the service. */
  database: Database;
  /** Issues a token that the authorization server accepts. */
  token(options: TokenOptions): Promise<{ token: string; revoke(): Promise<boolean> }>;
  /** Adds a person to all accounts; returns the id. */
  person(): Promise<number>;
  /** Sends GET below /api/v1 or, beyond v1, below /api, with a bearer token. */
  get(token: string, path: string): Test;
  /** Sends any method below /api/v1, with any Authorization header. */
  send(method: 'get' | 'head' | 'post' | 'patch' | 'delete', authorization: string, path: string): Test;
  logged(): string;
  /** Variables for a separate process on the same database. */
  env: Record<string, string>;
  stop(): Promise<void>;
}

/** Creates the application and starts a real authorization server, on one database with test data. */
export async function startRestApp({
  clock = () => NOW,
  issuer = '',
  requestsPerMinute = 0,
  perWebsite = 0,
  failedPerMinute = 0,
  notifications = undefined as ChannelSettings | undefined,
} = {}): Promise<RestApp> {
  const { database, urlOf, openAs, drop } = await createTestDatabase(SHOP);
  const own = openAs('rest-api');
  const server = await startAuthorizationServer(authorizationServer, {
    database: openAs('authorization-server'),
  });
  let log = '';
  const destination = { write: (line: string) => void (log += line) };
  const logger = createLogger({ service: 'rest-api', level: 'info', destination });
  const registry = createRegistry('rest-api');
  const app = createApp({
    observability: createObservability({ logger, registry, checks: {} }),
    rateLimiter: createRateLimiter({
      perMinute: requestsPerMinute,
      perWebsite,
      redisUrl: undefined,
      logger,
      registry,
    }),
    failedCredentials: createFailedCredentials(failedPerMinute, registry),
    database: own,
    authenticator: createAuthenticator({
      issuer: issuer || server.url,
      resource: RESOURCE,
      ...INTROSPECTION,
      database: own,
      now: () => new Date(),
      allowLegacyKey: true,
    }),
    clock,
    encryptionKey: ENCRYPTION_KEY,
    notifications,
    baseUrl: RESOURCE,
    issuer: server.url,
  });
  return {
    app,
    database,
    async person() {
      const [row] = await database.sql`
        with person as (insert into users (email, password_hash) values ('pat@example.com', '-') returning id),
        member as (insert into account_members (account_id, user_id) select a.id, p.id from accounts a, person p)
        select id from person`;
      return Number(row?.['id']);
    },
    async token({ websiteIds, scopes = ['reports'], resource = RESOURCE, userId, coversPerson = false }) {
      const owner = { userId: userId ?? null, name: 'test', lifeSeconds: 3600 };
      const bound = websiteIds.map(trustedWebsiteId);
      const tokenRequest = { ...owner, websiteIds: bound, scopes, resource };
      const { token, id } = await issuePersonalToken(database, tokenRequest);
      if (coversPerson)
        await database.sql`
          update grant_websites set follows_person = true where grant_id_hash = (
            select grant_id_hash from authorization_records where id_hash = sha256(${token}::text::bytea))`;
      return { token, revoke: () => revokePersonalToken(database, null, id) };
    },
    get: (token, path) => request(app).get(fullPathOf({ path })).set('Authorization', `Bearer ${token}`),
    send: (method, authorization, path) =>
      request(app)[method](fullPathOf({ path })).set('Authorization', authorization),
    logged: () => log,
    env: {
      DATABASE_URL: urlOf('rest-api'),
      AUTHORIZATION_SERVER_ISSUER: server.url,
      API_KEY_ENCRYPTION_KEY: Buffer.from(ENCRYPTION_KEY).toString('base64'),
      INTROSPECTION_CLIENT_SECRET: INTROSPECTION.clientSecret,
    },
    async stop() {
      await server.stop();
      await drop();
    },
  };
}
