import {
  dashboardClient,
  dashboardEncryptionKey,
  httpUrl,
  milliseconds,
  pooledDatabase,
  port,
  redis,
  resource,
  resourceServer,
  serviceConfig,
  statementTimeout,
  trustProxy,
} from '@funnel/service';
import type { z } from 'zod';

export const configSchema = serviceConfig({
  ...pooledDatabase,
  DATABASE_STATEMENT_TIMEOUT_MS: statementTimeout(5_000),
  ...redis,
  DASHBOARD_PORT: port(3005),
  ...dashboardClient,
  DASHBOARD_ENCRYPTION_KEY: dashboardEncryptionKey,
  AUTHORIZATION_SERVER_ISSUER: resourceServer.AUTHORIZATION_SERVER_ISSUER,
  REST_API_RESOURCE: resource('http://127.0.0.1:3000'),
  REST_API_URL: httpUrl
    .regex(/^[^?#]+$/)
    .transform((text) => text.replace(/\/$/, ''))
    .optional()
    .meta({
      meaning: 'where the dashboard reaches the REST API; by default `REST_API_RESOURCE`',
      description: 'an http or https address, or nothing',
      example: 'http://rest-api:3000',
    }),
  UPSTREAM_TIMEOUT_MS: milliseconds({
    from: 100,
    to: 600_000,
    fallback: 10_000,
    meaning: 'how long the dashboard waits for the REST API; for the authorization server at most half of it',
  }),
  // Longer than elsewhere: it may have to ask two other services.
  REQUEST_TIMEOUT_MS: milliseconds({
    from: 100,
    to: 600_000,
    fallback: 25_000,
    meaning: 'a request that takes longer gets 503',
  }),
  RATE_LIMIT_PER_MINUTE: resourceServer.RATE_LIMIT_PER_MINUTE,
  TRUST_PROXY: trustProxy,
}).refine((env) => env.UPSTREAM_TIMEOUT_MS < env.REQUEST_TIMEOUT_MS, {
  path: ['UPSTREAM_TIMEOUT_MS'],
  message: 'must be shorter than REQUEST_TIMEOUT_MS: what a request waits for must end before it',
});

export type Config = z.output<typeof configSchema>;
