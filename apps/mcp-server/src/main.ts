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
import { SCOPE } from './http/authenticate.ts';
import { metadataUrlOf } from './http/resource-metadata.ts';

const config = readConfigOrExit(configSchema, process.env);
const wallClock = () => new Date();

await runService({
  name: 'mcp-server',
  config,
  port: config.MCP_SERVER_PORT,
  portVariable: 'MCP_SERVER_PORT',
  wallClock,
  trustProxy: config.TRUST_PROXY,
  open({ clock, logger, registry }) {
    const { database, replica, checks, optionalChecks, closers } = openServiceDatabase({
      name: 'mcp-server',
      config,
      logger,
      registry,
    });
    const authenticator = observedAuthenticator(registry, (watch) =>
      createAuthenticator({
        ...watch,
        issuer: config.AUTHORIZATION_SERVER_ISSUER,
        resource: config.MCP_SERVER_RESOURCE,
        clientId: config.INTROSPECTION_CLIENT_ID,
        clientSecret: config.INTROSPECTION_CLIENT_SECRET[0],
        websiteIdsClaim: config.WEBSITE_IDS_CLAIM,
        timeoutMs: config.TOKEN_CHECK_TIMEOUT_MS,
        database,
        // NOW pins windows, never the expiry of a token.
        now: wallClock,
        allowLegacyKey: false,
        resourceMetadataUrl: metadataUrlOf(config.MCP_SERVER_RESOURCE),
        challengeScopes: [SCOPE],
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
          registry,
          database,
          replica,
          authenticator,
          rateLimiter,
          failedCredentials: createFailedCredentials(config.FAILED_AUTH_PER_MINUTE, registry),
          clock,
          logger,
          resource: config.MCP_SERVER_RESOURCE,
          issuer: config.AUTHORIZATION_SERVER_ISSUER,
          allowedHosts: config.ALLOWED_HOSTS,
          allowedOrigins: config.ALLOWED_ORIGINS,
          trustProxy: config.TRUST_PROXY,
        }),
      closers: [{ name: 'rate limiter', close: () => rateLimiter.close() }, ...closers],
    };
  },
});
