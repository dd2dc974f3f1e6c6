import type { RequestListener } from 'node:http';
import { type AuthenticatorOptions, createAuthenticator, type Principal } from '@funnel/auth';
import type { VisitorSecrets } from '@funnel/domain';
import type { Registry } from 'prom-client';
import type { z } from 'zod';
import type { AdmissionOptions } from '../limits/admit.ts';
import type { ServiceConfig } from '../config/service-config.ts';
import type { readReplica } from '../config/database-variables.ts';
import type { resourceServer } from '../config/resource-server-variables.ts';
import { createFailedCredentials } from '../limits/failed-credentials.ts';
import type { Logger } from '../observability/logger.ts';
import { logSecurityEvents } from '../observability/log-security-events.ts';
import { hashingWith } from './hashing.ts';
import type { Observability } from './observability.ts';
import { createRateLimiter } from '../limits/rate-limiter.ts';
import { type Clock, runService, type Service } from './run-service.ts';
import { openServiceDatabase, type ServiceDatabase } from './service-database.ts';
import { observedAuthenticator } from '../limits/token-checks.ts';

type Values<Variables extends z.ZodRawShape> = z.output<z.ZodObject<Variables>>;

type ResourceServerConfig = ServiceConfig &
  Partial<Values<typeof readReplica>> &
  Omit<Values<typeof resourceServer>, 'RATE_LIMIT_PER_WEBSITE'> &
  Partial<Pick<Values<typeof resourceServer>, 'RATE_LIMIT_PER_WEBSITE'>>;

export interface ResourceServer extends Omit<Service, 'config' | 'trustProxy' | 'open'> {
  config: ResourceServerConfig;
  /** Its address, which must be in the audience of every token. */
  resource: string;
  /** What it accepts beside tokens, and what its 401 says. */
  authentication?: Partial<
    Pick<AuthenticatorOptions, 'allowLegacyKey' | 'resourceMetadataUrl' | 'challengeScopes'>
  >;
  /** Of a service that hashes visitors. */
  visitorSecrets?: VisitorSecrets;
  createApp: (parts: ResourceServerParts) => RequestListener;
}

export interface ResourceServerParts
  extends Pick<ServiceDatabase, 'database' | 'replica'>,
    Required<AdmissionOptions<Principal>> {
  observability: Observability;
  registry: Registry;
  logger: Logger;
  /** The clock of reports: `NOW` pins it. */
  clock: Clock;
  wallClock: Clock;
  issuer: string;
  trustProxy: number | string | undefined;
}

/** Runs a service that accepts access tokens until a signal stops it: database, token checks, rate limit, application. */
export async function runResourceServer(server: ResourceServer): Promise<void> {
  const { name, config, wallClock, resource, authentication, visitorSecrets, createApp } = server;
  const { AUTHORIZATION_SERVER_ISSUER: issuer, TRUST_PROXY: trustProxy } = config;
  await runService({
    ...server,
    trustProxy,
    open(context) {
      const { logger, registry } = context;
      const { database, replica, closers, ...checks } = openServiceDatabase({ ...context, name, config });
      const authenticator = observedAuthenticator(registry, (watch) =>
        createAuthenticator({
          allowLegacyKey: false,
          ...authentication,
          ...watch,
          issuer,
          resource,
          clientId: config.INTROSPECTION_CLIENT_ID,
          clientSecret: config.INTROSPECTION_CLIENT_SECRET[0],
          websiteIdsClaim: config.WEBSITE_IDS_CLAIM,
          timeoutMs: config.TOKEN_CHECK_TIMEOUT_MS,
          database,
          // NOW pins reports, never the expiry of a token.
          now: wallClock,
        }),
      );
      const rateLimiter = createRateLimiter({
        perMinute: config.RATE_LIMIT_PER_MINUTE,
        perWebsite: config.RATE_LIMIT_PER_WEBSITE,
        redisUrl: config.REDIS_URL,
        logger,
        registry,
      });
      const stopLogging = logSecurityEvents(logger);
      const failedCredentials = createFailedCredentials(config.FAILED_AUTH_PER_MINUTE, registry);
      const admission = { authenticator, rateLimiter, failedCredentials };
      const parts = { ...context, ...admission, database, replica, wallClock, issuer, trustProxy };
      const hashing = visitorSecrets && hashingWith(visitorSecrets, database, logger);
      return {
        ...checks,
        checks: { ...checks.checks, ...hashing?.checks },
        beforeListening: async () => hashing?.beforeListening(),
        createHandler: (observability) => createApp({ ...parts, observability }),
        closers: [
          { name: 'rate limiter', close: () => rateLimiter.close() },
          { name: 'security events', close: async () => stopLogging() },
          ...closers,
        ],
      };
    },
  });
}
