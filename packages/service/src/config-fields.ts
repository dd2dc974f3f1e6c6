import { z } from 'zod';

// Variables that several services read. The error for an invalid value shows the description and the example.

interface WholeNumber {
  from: number;
  to: number;
  fallback: number;
  /** The noun in the description. */
  what: string;
}

/** The PostgreSQL database. */
export const databaseUrl = z
  .url({ protocol: /^postgres(ql)?$/ })
  .meta({ description: 'a PostgreSQL URL', example: 'postgres://user:password@127.0.0.1:5432/funnel' });

/** The Redis for the queue and the rate limit; optional. */
export const redisUrl = z
  .url({ protocol: /^rediss?$/ })
  .optional()
  .meta({ description: 'a Redis URL, or nothing', example: 'redis://127.0.0.1:6379' });

const SECRET_MIN_LENGTH = 32;

const introspectionSecret = z
  .string()
  .regex(/^[\x21-\x7e]+$/)
  .min(SECRET_MIN_LENGTH);

/** The credentials of the services for token introspection. */
export const introspectionClient = {
  INTROSPECTION_CLIENT_ID: z
    .string()
    .regex(/^[\w.-]{1,100}$/)
    .default('funnel-services')
    .meta({ description: 'a name of letters, digits, dots and hyphens', example: 'funnel-services' }),
  /** The services send the first one, and the authorization server accepts all of them. */
  INTROSPECTION_CLIENT_SECRET: z
    .string()
    .transform((text) => text.split(',').map((secret) => secret.trim()))
    .pipe(z.tuple([introspectionSecret], introspectionSecret))
    .meta({
      description: `a secret of at least ${SECRET_MIN_LENGTH} printable characters; to rotate it, the new one, a comma and the old one`,
    }),
};

/** Encrypts the websites' legacy keys in the database: one key, or a new one followed by old ones that still decrypt. */
export const apiKeyEncryptionKey = z
  .string()
  .regex(/^[A-Za-z0-9+/]{43}=( *, *[A-Za-z0-9+/]{43}=)*$/)
  .transform(
    (text) => new Uint8Array(Buffer.concat(text.split(',').map((key) => Buffer.from(key.trim(), 'base64')))),
  )
  .meta({
    description:
      '32 random bytes in Base64, generated with: openssl rand -base64 32; to rotate it, the new one, a comma and the old one',
    example: '...',
  });

/** An optional language model that phrases insights. It is disabled without a URL. */
export const languageModel = {
  INSIGHTS_LLM_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .meta({
      description: 'the base URL of an OpenAI-compatible API, or nothing',
      example: 'https://models.example.com/v1',
    }),
  INSIGHTS_LLM_MODEL: z
    .string()
    .min(1)
    .default('default')
    .meta({ description: 'the name of a model of that API', example: 'small-writer' }),
  INSIGHTS_LLM_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/)
    .optional()
    .meta({ description: 'the key of that API, or nothing', example: '...' }),
  INSIGHTS_LLM_TIMEOUT_MS: wholeNumber({ from: 100, to: 300_000, fallback: 20_000, what: 'milliseconds' }),
};

/** The proxies whose forwarding headers are trusted. */
export const trustProxy = z
  .string()
  .regex(/^(\d{1,2}|[\da-f.:/, ]+|[a-z, ]+)$/i)
  .transform((text) => (/^\d+$/.test(text) ? Number(text) : text))
  .optional()
  .meta({ description: 'the number of trusted proxies, or their addresses', example: '1' });

/** The size of the connection pool. */
export const databasePoolMax = wholeNumber({
  from: 1,
  to: 1000,
  fallback: 10,
  what: 'a number of connections',
});

/** A port to listen on. 0 picks a free port, which is logged. */
export const port = (fallback: number) =>
  wholeNumber({ from: 0, to: 65_535, fallback, what: 'a port (0 picks a free one)' });

/** The address of a service as its clients know it: the audience of its tokens. */
export const resource = (fallback: string) =>
  z
    .url({ protocol: /^https?$/ })
    .regex(/^[^#]+$/)
    .transform((text) => text.replace(/\/$/, ''))
    .default(fallback)
    .meta({ description: 'the address of a service as its clients know it', example: fallback });

/** How long PostgreSQL works on one statement before it gives up. */
export const statementTimeout = (fallback: number) =>
  wholeNumber({ from: 10, to: 3_600_000, fallback, what: 'milliseconds' });

/** The variables of the services that accept access tokens. */
export const resourceServer = {
  DATABASE_URL: databaseUrl,
  DATABASE_POOL_MAX: databasePoolMax,
  DATABASE_STATEMENT_TIMEOUT_MS: statementTimeout(5_000),
  TOKEN_CHECK_TIMEOUT_MS: wholeNumber({ from: 10, to: 600_000, fallback: 3_000, what: 'milliseconds' }),
  REDIS_URL: redisUrl,
  RATE_LIMIT_PER_MINUTE: wholeNumber({
    from: 0,
    to: 1_000_000_000,
    fallback: 600,
    what: 'a number of requests, or 0 for no limit',
  }),
  RATE_LIMIT_PER_WEBSITE: wholeNumber({
    from: 0,
    to: 1_000_000_000,
    fallback: 6_000,
    what: 'a number of requests a minute, or 0 for no limit',
  }),
  FAILED_AUTH_PER_MINUTE: wholeNumber({
    from: 0,
    to: 1_000_000_000,
    fallback: 120,
    what: 'a number of requests, or 0 for no limit',
  }),
  AUTHORIZATION_SERVER_ISSUER: z
    .url({ protocol: /^https?$/ })
    .default('http://127.0.0.1:3002')
    .meta({
      description: 'the issuer of the access tokens, exactly as it names itself',
      example: 'https://auth.example.com',
    }),
  ...introspectionClient,
  WEBSITE_IDS_CLAIM: z
    .string()
    .min(1)
    .default('website_ids')
    .meta({ description: 'the name of a claim', example: 'website_ids' }),
  TRUST_PROXY: trustProxy,
};

const base = {
  HOST: z.string().default('127.0.0.1').meta({ description: 'an address to listen on', example: '0.0.0.0' }),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .meta({ description: 'fatal, error, warn, info, debug, trace or silent', example: 'info' }),
  NODE_ENV: z
    .enum(['development', 'test', 'production'])
    .default('development')
    .meta({ description: 'development, test or production', example: 'production' }),
  NOW: z.iso
    .datetime({ offset: true })
    .transform((text) => new Date(text))
    .optional()
    .meta({ description: 'an ISO 8601 instant, or nothing', example: '2026-11-14T12:00:00Z' }),
  MAX_REQUESTS_IN_WORK: wholeNumber({ from: 1, to: 100_000, fallback: 32, what: 'a number of requests' }),
  MAX_REQUESTS_QUEUED: wholeNumber({ from: 0, to: 100_000, fallback: 96, what: 'a number of requests' }),
  REQUEST_TIMEOUT_MS: wholeNumber({ from: 100, to: 600_000, fallback: 10_000, what: 'milliseconds' }),
  OPERATIONS_PORT: z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .optional()
    .meta({ description: 'a port for /metrics and /readyz, or nothing', example: '9000' }),
  SHUTDOWN_DELAY_MS: wholeNumber({ from: 0, to: 600_000, fallback: 0, what: 'milliseconds' }),
  SHUTDOWN_TIMEOUT_MS: wholeNumber({ from: 1, to: 600_000, fallback: 10_000, what: 'milliseconds' }),
};

/** The schema of a service: the common variables and its own. */
export function serviceConfig<Fields extends z.ZodRawShape>(fields: Fields) {
  return (
    z
      .object({ ...base, ...fields })
      // `when`: report these together with all other problems.
      .refine((env) => !isClockSetInProduction(env), {
        path: ['NOW'],
        message: 'sets the clock, which is not allowed with NODE_ENV=production: remove it',
        when: () => true,
      })
      .superRefine(refuseInProduction)
      .refine((env) => INNER_TIMEOUTS.every((name) => isShorter(env, name)), {
        path: ['REQUEST_TIMEOUT_MS'],
        message: `must be longer than ${INNER_TIMEOUTS.join(' and ')}: what a request waits for must end before it`,
        when: () => true,
      })
  );
}

const LOOPBACK = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/;
const SECRETS = [
  'INTROSPECTION_CLIENT_SECRET',
  'AUTHORIZATION_SERVER_COOKIE_KEYS',
  'API_KEY_ENCRYPTION_KEY',
  'QUEUE_PAGE_PASSWORD',
];
const MIN_DISTINCT_CHARACTERS = 10;
/** Words of examples, which somebody may have copied. */
const EXAMPLE_SECRET = /change.?me|example|default|password|secret/i;

/** In production, addresses are https (loopback aside), secrets are random, and no list allows everybody. */
function refuseInProduction(env: Readonly<Record<string, unknown>>, ctx: z.RefinementCtx): void {
  if (env['NODE_ENV'] !== 'production') return;
  const refuse = (name: string, message: string) =>
    ctx.addIssue({ code: 'custom', path: [name], message: `${message} with NODE_ENV=production` });
  for (const [name, value] of Object.entries(env)) {
    const isAddress = /_(RESOURCE|ISSUER)$/.test(name) && typeof value === 'string';
    if (isAddress && value.startsWith('http:') && !LOOPBACK.test(value)) refuse(name, 'must be https');
    if (name.startsWith('ALLOWED_') && [value].flat().some((entry) => String(entry).includes('*')))
      refuse(name, 'must not contain a wildcard');
    if (SECRETS.includes(name) && [value].flat().some((secret) => isWeak(secret)))
      refuse(name, 'must be a random secret');
  }
}

function isWeak(secret: unknown): boolean {
  if (secret instanceof Uint8Array) return new Set(secret).size < MIN_DISTINCT_CHARACTERS;
  if (typeof secret !== 'string') return false;
  return EXAMPLE_SECRET.test(secret) || new Set(secret).size < MIN_DISTINCT_CHARACTERS;
}

/** The variables of every service. */
export type ServiceConfig = z.output<z.ZodObject<typeof base>>;

/** What one request waits for. */
const INNER_TIMEOUTS = ['TOKEN_CHECK_TIMEOUT_MS', 'DATABASE_STATEMENT_TIMEOUT_MS'] as const;

function isShorter(env: Readonly<Record<string, unknown>>, name: (typeof INNER_TIMEOUTS)[number]): boolean {
  const [inner, outer] = [env[name], env['REQUEST_TIMEOUT_MS']];
  return typeof inner !== 'number' || typeof outer !== 'number' || inner < outer;
}

function isClockSetInProduction(env: { NODE_ENV?: unknown; NOW?: unknown }): boolean {
  return env.NODE_ENV === 'production' && env.NOW !== undefined;
}

/** A whole number with a default. */
export function wholeNumber({ from, to, fallback, what }: WholeNumber) {
  return z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().min(from).max(to))
    .default(fallback)
    .meta({ description: `${what}, ${from} to ${to}`, example: String(fallback) });
}

/** A comma-separated list whose entries match the pattern, in lower case. */
export function listOf({ source }: RegExp) {
  return z
    .string()
    .regex(new RegExp(`^(${source})( *, *(${source}))*$`, 'i'))
    .transform((text) => text.toLowerCase().split(/ *, */))
    .default([]);
}

/** The pages that may call a service from a browser. */
export const allowedOrigins = listOf(/https?:\/\/[^/\s,]+/).meta({
  description: 'origins of browser clients, separated by commas, or nothing',
  example: 'https://app.example.com',
});
