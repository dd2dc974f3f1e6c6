import { databasePoolMax, databaseUrl, port, serviceConfig } from '@funnel/service';
import { z } from 'zod';

const SECRET_MIN_LENGTH = 32;

export const configSchema = serviceConfig({
  DATABASE_URL: databaseUrl,
  DATABASE_POOL_MAX: databasePoolMax,
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
  INTROSPECTION_CLIENT_ID: z
    .string()
    .regex(/^[\w.-]{1,100}$/)
    .default('funnel-services')
    .meta({ description: 'a name of letters, digits, dot and hyphen', example: 'funnel-services' }),
  INTROSPECTION_CLIENT_SECRET: z
    .string()
    .regex(/^[\x21-\x7e]+$/)
    .min(SECRET_MIN_LENGTH)
    .meta({ description: `a secret of at least ${SECRET_MIN_LENGTH} printable characters` }),
  API_KEY_ENCRYPTION_KEY: z
    .string()
    .regex(/^[A-Za-z0-9+/]{43}=$/)
    .transform((text) => new Uint8Array(Buffer.from(text, 'base64')))
    .meta({ description: '32 random bytes in Base64, made with: openssl rand -base64 32', example: '...' }),
  WEBSITE_IDS_CLAIM: z
    .string()
    .min(1)
    .default('website_ids')
    .meta({ description: 'the name of a claim', example: 'website_ids' }),
  TRUST_PROXY: z
    .string()
    .regex(/^(\d{1,2}|[\da-f.:/, ]+|[a-z, ]+)$/i)
    .transform((text) => (/^\d+$/.test(text) ? Number(text) : text))
    .optional()
    .meta({ description: 'the number of proxies in front, or their addresses', example: '1' }),
});
