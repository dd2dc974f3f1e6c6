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
  name: 'event-intake',
  config,
  port: config.EVENT_INTAKE_PORT,
  portVariable: 'EVENT_INTAKE_PORT',
  wallClock,
  trustProxy: config.TRUST_PROXY,
  open({ clock, logger, registry }) {
    const { database, checks, optionalChecks, closers } = openServiceDatabase({
      name: 'event-intake',
      config,
      logger,
      registry,
    });
    const authenticator = observedAuthenticator(registry, (watch) =>
      createAuthenticator({
        ...watch,
        issuer: config.AUTHORIZATION_SERVER_ISSUER,
        resource: config.EVENT_INTAKE_RESOURCE,
        clientId: config.INTROSPECTION_CLIENT_ID,
        clientSecret: config.INTROSPECTION_CLIENT_SECRET[0],
        websiteIdsClaim: config.WEBSITE_IDS_CLAIM,
        timeoutMs: config.TOKEN_CHECK_TIMEOUT_MS,
        database,
        // NOW pins the check for events in the future, never the expiry of a token.
        now: wallClock,
        allowLegacyKey: false,
      }),
    );
    const rateLimiter = createRateLimiter({
      perMinute: config.RATE_LIMIT_PER_MINUTE,
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
          registry,
          database,
          authenticator,
          rateLimiter,
          failedCredentials: createFailedCredentials(config.FAILED_AUTH_PER_MINUTE, registry),
          clock,
          wallClock,
          baseUrl: config.EVENT_INTAKE_RESOURCE,
          issuer: config.AUTHORIZATION_SERVER_ISSUER,
          trustProxy: config.TRUST_PROXY,
        }),
      closers: [{ name: 'rate limiter', close: () => rateLimiter.close() }, ...closers],
    };
  },
});
