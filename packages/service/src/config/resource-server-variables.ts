import { z } from 'zod';
import { pooledDatabase, redis } from './database-variables.ts';
import { httpUrl, listOf, milliseconds, statementTimeout, wholeNumber } from './kinds.ts';
import { introspectionClient } from './secret-variables.ts';

export const trustProxy = z
  .string()
  .regex(/^(\d{1,2}|[\da-f.:/, ]+|[a-z, ]+)$/i)
  .transform((text) => (/^\d+$/.test(text) ? Number(text) : text))
  .optional()
  .meta({
    meaning: 'the proxies in front, whose forwarded client address is trusted',
    description: 'the number of trusted proxies, or their addresses',
    example: '1',
  });

const requestsPerMinute = (fallback: number, meaning: string) =>
  wholeNumber({
    from: 0,
    to: 1_000_000_000,
    fallback,
    what: 'a number of requests a minute, or 0 for no limit',
    meaning,
  });

/** The variables of the services that accept access tokens. */
export const resourceServer = {
  ...pooledDatabase,
  DATABASE_STATEMENT_TIMEOUT_MS: statementTimeout(5_000),
  TOKEN_CHECK_TIMEOUT_MS: milliseconds({
    from: 10,
    to: 600_000,
    fallback: 3_000,
    meaning: 'how long a token check may take',
  }),
  ...redis,
  RATE_LIMIT_PER_MINUTE: requestsPerMinute(
    600,
    'requests of a person and an application, or of a key; then 429',
  ),
  RATE_LIMIT_PER_WEBSITE: requestsPerMinute(6_000, 'requests for a website, of all credentials; then 429'),
  FAILED_AUTH_PER_MINUTE: requestsPerMinute(
    120,
    'requests with an invalid credential from a network; then 429',
  ),
  AUTHORIZATION_SERVER_ISSUER: httpUrl.default('http://127.0.0.1:3002').meta({
    meaning: 'the authorization server that issues the access tokens',
    description: 'the issuer of the access tokens, exactly as it names itself',
    example: 'https://auth.example.com',
  }),
  ...introspectionClient,
  WEBSITE_IDS_CLAIM: z.string().min(1).default('website_ids').meta({
    meaning: 'the claim with the websites of a token',
    description: 'the name of a claim',
    example: 'website_ids',
  }),
  TRUST_PROXY: trustProxy,
};

export const allowedOrigins = listOf(/https?:\/\/[^/\s,]+/).meta({
  meaning: 'origins of pages that may call the service from a browser (CORS)',
  description: 'origins of browser clients, separated by commas, or nothing',
  example: 'https://app.example.com',
});
