import { createAuthenticator } from '@funnel/auth';
import {
  createFailedCredentials,
  createRateLimiter,
  observedAuthenticator,
  openServiceDatabase,
  readConfigOrExit,
  runService,
} from '@funnel/service';
import { createApp } from './app.ts';
import { configSchema } from './config.ts';

const config = readConfigOrExit(configSchema, process.env);
const wallClock = () => new Date();

await runService({
  name: 'rest-api',
  config,
  port: config.REST_API_PORT,
  portVariable: 'REST_API_PORT',
  wallClock,
  trustProxy: config.TRUST_PROXY,
  open({ clock, logger, registry }) {
    const { database, replica, checks, optionalChecks, closers } = openServiceDatabase({
      name: 'rest-api',
      config,
      logger,
      registry,
    });
    const authenticator = observedAuthenticator(registry, (watch) =>
      createAuthenticator({
        ...watch,
        issuer: config.AUTHORIZATION_SERVER_ISSUER,
        resource: config.REST_API_RESOURCE,
        clientId: config.INTROSPECTION_CLIENT_ID,
        clientSecret: config.INTROSPECTION_CLIENT_SECRET[0],
        websiteIdsClaim: config.WEBSITE_IDS_CLAIM,
        timeoutMs: config.TOKEN_CHECK_TIMEOUT_MS,
        database,
        // NOW pins windows, never the expiry of a token.
        now: wallClock,
        allowLegacyKey: true,
      }),
    );
    const rateLimiter = createRateLimiter({
      perMinute: config.RATE_LIMIT_PER_MINUTE,
      perWebsite: config.RATE_LIMIT_PER_WEBSITE,
      redisUrl: config.REDIS_URL,
      logger,
      registry,
    });
    return {
      checks,
      optionalChecks,
      createHandler: (observability) =>
        createApp({
          observability,
          database,
          replica,
          authenticator,
          rateLimiter,
          failedCredentials: createFailedCredentials(config.FAILED_AUTH_PER_MINUTE, registry),
          clock,
          encryptionKey: config.API_KEY_ENCRYPTION_KEY,
          allowedOrigins: config.ALLOWED_ORIGINS,
          baseUrl: config.REST_API_RESOURCE,
          issuer: config.AUTHORIZATION_SERVER_ISSUER,
          trustProxy: config.TRUST_PROXY,
        }),
      closers: [{ name: 'rate limiter', close: () => rateLimiter.close() }, ...closers],
    };
  },
});
