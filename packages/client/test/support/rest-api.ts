import { createAuthenticator } from '@funnel/auth';
import * as authorizationServer from '@funnel/authorization-server';
import { trustedWebsiteId } from '@funnel/domain';
import {
  ENCRYPTION_KEY,
  INTROSPECTION,
  NOW,
  RESOURCES,
  SHOP,
  startAuthorizationServer,
} from '@funnel/fixtures';
import { issuePersonalToken } from '@funnel/identity';
import { createApp } from '@funnel/rest-api';
import { createLogger, createObservability, createRateLimiter, createRegistry } from '@funnel/service';
import { createTestDatabase, serveHttp } from '@funnel/testing';

/** A running REST API, and a token for websites 11 and 12. */
export interface RestApi {
  baseUrl: string;
  token: string;
  stop(): Promise<void>;
}

/** Starts the REST API with a real authorization server, on one database with test data. */
export async function startRestApi({ requestsPerMinute = 0 } = {}): Promise<RestApi> {
  const { database, drop } = await createTestDatabase(SHOP);
  const authorization = await startAuthorizationServer(authorizationServer, { database });
  const logger = createLogger({ service: 'rest-api', level: 'silent' });
  const registry = createRegistry('rest-api');
  const app = createApp({
    observability: createObservability({ logger, registry, checks: {} }),
    rateLimiter: createRateLimiter({ perMinute: requestsPerMinute, redisUrl: undefined, logger, registry }),
    database,
    authenticator: createAuthenticator({
      issuer: authorization.url,
      resource: RESOURCES.rest,
      ...INTROSPECTION,
      database,
      now: () => new Date(),
      allowLegacyKey: false,
    }),
    clock: () => NOW,
    encryptionKey: ENCRYPTION_KEY,
    baseUrl: RESOURCES.rest,
    issuer: authorization.url,
  });
  const server = await serveHttp(app);
  const { token } = await issuePersonalToken(database, {
    userId: null,
    name: 'client',
    websiteIds: [11, 12].map(trustedWebsiteId),
    scopes: ['reports', 'contacts:read', 'contacts:write'],
    resource: RESOURCES.rest,
    lifeSeconds: 3600,
  });
  return {
    baseUrl: server.url,
    token,
    async stop() {
      await server.close();
      await authorization.stop();
      await drop();
    },
  };
}
