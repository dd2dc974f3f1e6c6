import {
  apiKeyEncryptionKey,
  databasePoolMax,
  databaseUrl,
  introspectionClient,
  port,
  rateLimitPerMinute,
  redisUrl,
  serviceConfig,
  trustProxy,
  websiteIdsClaim,
} from '@funnel/service';
import { z } from 'zod';

export const configSchema = serviceConfig({
  DATABASE_URL: databaseUrl,
  DATABASE_POOL_MAX: databasePoolMax,
  REDIS_URL: redisUrl,
  RATE_LIMIT_PER_MINUTE: rateLimitPerMinute,
  REST_API_PORT: port(3000),
  AUTHORIZATION_SERVER_ISSUER: z
    .url({ protocol: /^https?$/ })
    .default('http://127.0.0.1:3002')
    .meta({
      description: 'the issuer of the access tokens, exactly as it names itself',
      example: 'https://auth.example.com',
    }),
  REST_API_RESOURCE: z
    .url({ protocol: /^https?$/ })
    .regex(/^[^#]+$/)
    .transform((text) => text.replace(/\/$/, ''))
    .default('http://127.0.0.1:3000')
    .meta({
      description: 'the address of this service, as its clients know it',
      example: 'https://api.example.com',
    }),
  ...introspectionClient,
  API_KEY_ENCRYPTION_KEY: apiKeyEncryptionKey,
  WEBSITE_IDS_CLAIM: websiteIdsClaim,
  TRUST_PROXY: trustProxy,
});
