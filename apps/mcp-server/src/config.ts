import { databasePoolMax, databaseUrl, port, serviceConfig } from '@funnel/service';
import { z } from 'zod';

const SECRET_MIN_LENGTH = 32;

export const configSchema = serviceConfig({
  DATABASE_URL: databaseUrl,
  DATABASE_POOL_MAX: databasePoolMax,
  MCP_SERVER_PORT: port(3001),
  AUTHORIZATION_SERVER_ISSUER: z
    .url({ protocol: /^https?$/ })
    .default('http://127.0.0.1:3002')
    .meta({
      description: 'the issuer of the access tokens, exactly as it names itself',
      example: 'https://auth.example.com',
    }),
  MCP_SERVER_RESOURCE: z
    .url({ protocol: /^https?$/ })
    .regex(/^[^#?]+$/)
    .transform((text) => text.replace(/\/$/, ''))
    .default('http://127.0.0.1:3001/mcp')
    .meta({
      description: 'the address of this service, as its clients know it',
      example: 'https://tools.example.com/mcp',
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
  WEBSITE_IDS_CLAIM: z
    .string()
    .min(1)
    .default('website_ids')
    .meta({ description: 'the name of a claim', example: 'website_ids' }),
  ALLOWED_HOSTS: listOf(/\[[\da-f:.]+\]|[a-z\d.-]+/).meta({
    description: 'host names without port, separated by commas, or nothing',
    example: 'tools.example.com,tools.internal',
  }),
  ALLOWED_ORIGINS: listOf(/https?:\/\/[^/\s,]+/).meta({
    description: 'origins of browser clients, separated by commas, or nothing',
    example: 'https://app.example.com',
  }),
  TRUST_PROXY: z
    .string()
    .regex(/^(\d{1,2}|[\da-f.:/, ]+|[a-z, ]+)$/i)
    .transform((text) => (/^\d+$/.test(text) ? Number(text) : text))
    .optional()
    .meta({ description: 'the number of proxies in front, or their addresses', example: '1' }),
});

/** Of entries that match, separated by commas; in lower case. */
function listOf({ source }: RegExp) {
  return z
    .string()
    .regex(new RegExp(`^(${source})( *, *(${source}))*$`, 'i'))
    .transform((text) => text.toLowerCase().split(/ *, */))
    .default([]);
}
