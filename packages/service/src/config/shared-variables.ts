import { SSL_MODES } from '@funnel/db';
import { z } from 'zod';
import { listOf, statementTimeout, wholeNumber } from './kinds.ts';

// Variables that several services read. docs/reference/configuration.md and the error for an invalid value show their texts.

const postgresUrl = z.url({ protocol: /^postgres(ql)?$/ }).refine(hasKnownMode, {
  message: `has an unknown sslmode: expected one of ${SSL_MODES.join(', ')}`,
});

function hasKnownMode(address: string): boolean {
  const mode = URL.canParse(address) ? new URL(address).searchParams.get('sslmode') : null;
  return mode === null || SSL_MODES.some((known) => known === mode);
}

/** The PostgreSQL database. */
export const database = {
  DATABASE_URL: postgresUrl.meta({
    meaning:
      'PostgreSQL 15 or newer; the user is the role of the service, or the owner for the commands; on another machine, append `?sslmode=verify-full&sslrootcert=FILE` with the certificate of its CA (without `sslrootcert`, the public CAs)',
    description: 'a PostgreSQL URL, with special characters of the password percent-encoded',
    example: 'postgres://user:password@127.0.0.1:5432/funnel',
    isSecret: true,
  }),
  DATABASE_PASSWORD: z.string().optional().meta({
    meaning: 'the password for `DATABASE_URL`, if that has none; it may contain any character',
    description: 'a password',
    example: '...',
    isSecret: true,
  }),
};

/** What is between a service and PostgreSQL. */
export const databasePooler = z.enum(['none', 'transaction']).default('none').meta({
  meaning:
    '`transaction` if `DATABASE_URL` is the address of a connection pooler in transaction mode, such as PgBouncer; holds for `DATABASE_READ_URL`, too',
  description: 'none or transaction',
  example: 'transaction',
});

/** The Redis for the queue and the rate limit; optional. */
export const redis = {
  REDIS_URL: z
    .url({ protocol: /^rediss?$/ })
    .optional()
    .meta({
      meaning:
        'Redis 7 or newer, or Valkey, for the queue and shared rate limits; without it the queue is in PostgreSQL and each process has its own limits',
      description: 'a Redis URL, with special characters of the password percent-encoded, or nothing',
      example: 'redis://127.0.0.1:6379',
      isSecret: true,
    }),
  REDIS_PASSWORD: z.string().optional().meta({
    meaning: 'the password for `REDIS_URL`, if that has none',
    description: 'a password',
    example: '...',
    isSecret: true,
  }),
};

const SECRET_MIN_LENGTH = 32;

const clientSecret = z
  .string()
  .regex(/^[\x21-\x7e]+$/)
  .min(SECRET_MIN_LENGTH);

/** One secret, or a new one and old ones that are still accepted. */
const clientSecrets = z
  .string()
  .transform((text) => text.split(',').map((secret) => secret.trim()))
  .pipe(z.tuple([clientSecret], clientSecret));

const CLIENT_SECRET = {
  description: `a secret of at least ${SECRET_MIN_LENGTH} printable characters; to rotate it, the new one, a comma and the old one`,
  isSecret: true,
};

/** The credentials of the services for token introspection. */
export const introspectionClient = {
  INTROSPECTION_CLIENT_ID: z
    .string()
    .regex(/^[\w.-]{1,100}$/)
    .default('funnel-services')
    .meta({
      meaning: 'the client id of the services for token introspection',
      description: 'a name of letters, digits, dots and hyphens',
      example: 'funnel-services',
    }),
  INTROSPECTION_CLIENT_SECRET: clientSecrets.meta({
    meaning:
      'the secret of that client: the services send the first one, the authorization server accepts all',
    ...CLIENT_SECRET,
  }),
};

/** Without a path, because the cookies of the dashboard belong to its whole host. */
const dashboardUrl = z
  .url()
  .regex(/^https?:\/\/[^/?#@]+\/?$/)
  .transform((text) => text.replace(/\/$/, ''));

const DASHBOARD_URL = {
  meaning: 'the dashboard as browsers know it; without it the authorization server knows no dashboard',
  description: 'an http or https address without a path',
  example: 'https://reports.example.com',
};
const DASHBOARD_CLIENT_SECRET = {
  meaning:
    'the secret of the dashboard at the authorization server: the dashboard sends the first one, the authorization server accepts all',
  ...CLIENT_SECRET,
};

/** The dashboard, for itself. */
export const dashboardClient = {
  DASHBOARD_URL: dashboardUrl.default('http://127.0.0.1:3005').meta(DASHBOARD_URL),
  DASHBOARD_CLIENT_SECRET: clientSecrets.meta(DASHBOARD_CLIENT_SECRET),
};

/** The dashboard, for the authorization server, which may have none. */
export const optionalDashboard = {
  DASHBOARD_URL: dashboardUrl.optional().meta(DASHBOARD_URL),
  DASHBOARD_CLIENT_SECRET: clientSecrets.optional().meta(DASHBOARD_CLIENT_SECRET),
};

const encryptionKey = z
  .string()
  .regex(/^[A-Za-z0-9+/]{43}=( *, *[A-Za-z0-9+/]{43}=)*$/)
  .transform(
    (text) => new Uint8Array(Buffer.concat(text.split(',').map((key) => Buffer.from(key.trim(), 'base64')))),
  );

const ENCRYPTION_KEY = {
  description:
    '32 random bytes in Base64, generated with: openssl rand -base64 32; to rotate it, the new one, a comma and the old one',
  example: '...',
  isSecret: true,
};

/** Encrypts the websites' legacy keys in the database: one key, or a new one followed by old ones that still decrypt. */
export const apiKeyEncryptionKey = encryptionKey.meta({
  meaning: 'encrypts the legacy keys of the websites in the database',
  ...ENCRYPTION_KEY,
});

/** Encrypts what the authorization server keeps of people: a key, or a new one followed by old ones. */
export const identityEncryptionKey = encryptionKey.optional().meta({
  meaning: 'encrypts the secrets of one-time codes in the database; without it people can only use passkeys',
  ...ENCRYPTION_KEY,
});

/** The secrets that hash visitors, for whatever hashes them: the one for new websites, followed by old ones. */
export const visitorSecret = {
  VISITOR_SECRET: z
    .string()
    .regex(/^[A-Za-z0-9+/]{43}=( *, *[A-Za-z0-9+/]{43}=)*$/)
    .transform((text) => text.split(',').map((secret) => secret.trim()))
    .default([])
    .meta({
      meaning:
        'hashes the visitors of new websites, so that nobody can choose tokens that count too much or find a visitor in the counts; the same for all services; without it they are hashed without a secret',
      ...ENCRYPTION_KEY,
    }),
};

/** What services that deal with notifications share. */
export const notifications = {
  NOTIFICATIONS_ENCRYPTION_KEY: encryptionKey.optional().meta({
    meaning:
      'encrypts the addresses and secrets of webhooks and Slack, and signs the links in mails; the same for all services; without it nobody is told anything',
    ...ENCRYPTION_KEY,
  }),
  ALLOWED_PRIVATE_RECEIVERS: z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((origin) => origin.trim())
        .filter(Boolean),
    )
    .pipe(z.array(z.url({ protocol: /^https?$/ }).transform((address) => new URL(address).origin)))
    .default([])
    .meta({
      meaning: 'receivers of webhooks that may be in a private network or without https, for trials',
      description: 'origins, separated by commas',
      example: 'http://127.0.0.1:8080',
    }),
};

/** Where mails go. */
export const mail = {
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .meta({
      meaning:
        'sends mails; without it, or with a host that ends with `.invalid`, they wait, or are kept in `MAIL_FOLDER`',
      description:
        'an address smtp://… (with STARTTLS if the server offers it) or smtps://…, with user name and password',
      example: 'smtps://user:password@smtp.example.com',
      isSecret: true,
    }),
  MAIL_FROM: z
    .string()
    .regex(/^(?:[^<>@\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/)
    .default('Funnel Reporting <no-reply@localhost>')
    .meta({
      meaning: 'who mails are from',
      description: 'an e-mail address, with or without a name',
      example: 'Funnel Reporting <reports@example.com>',
    }),
  MAIL_FOLDER: z.string().min(1).optional().meta({
    meaning: 'keeps mails in this folder instead of sending them, for trials',
    description: 'the path of a folder',
    example: '/tmp/mail',
  }),
};

/** Where people choose what they are told, for links in messages. */
export const issuerAddress = z
  .url({ protocol: /^https?$/ })
  .transform((text) => text.replace(/\/$/, ''))
  .default('http://127.0.0.1:3002')
  .meta({
    meaning: 'the authorization server as browsers know it, for links in messages',
    description: 'an http or https address',
    example: 'https://auth.example.com',
  });

/** Where people look at reports, for links in messages. */
export const dashboardAddress = dashboardUrl.optional().meta({
  ...DASHBOARD_URL,
  meaning: 'the dashboard as browsers know it, for links in messages; without it they have none',
});

/** Encrypts the tokens of the dashboard: a key, or a new one followed by old ones. */
export const dashboardEncryptionKey = encryptionKey.meta({
  meaning: 'encrypts the tokens of the people who are signed in to the dashboard, and its cookies',
  ...ENCRYPTION_KEY,
});

/** An optional language model that phrases insights. It is disabled without a URL. */
export const languageModel = {
  INSIGHTS_LLM_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .meta({
      meaning: 'a language model phrases the insights; without it the built-in texts are used',
      description: 'the base URL of an OpenAI-compatible API, or nothing',
      example: 'https://models.example.com/v1',
    }),
  INSIGHTS_LLM_MODEL: z.string().min(1).default('default').meta({
    meaning: 'the model to use',
    description: 'the name of a model of that API',
    example: 'small-writer',
  }),
  INSIGHTS_LLM_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/)
    .optional()
    .meta({
      meaning: 'sent as a bearer token, only to that address',
      description: 'the key of that API, or nothing',
      example: '...',
      isSecret: true,
    }),
  INSIGHTS_LLM_TIMEOUT_MS: wholeNumber({
    from: 100,
    to: 300_000,
    fallback: 20_000,
    what: 'milliseconds',
    meaning: 'after this time the built-in texts are used',
  }),
};

/** The proxies whose forwarding headers are trusted. */
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

/** The size of the connection pool. */
export const databasePoolMax = wholeNumber({
  from: 1,
  to: 1000,
  fallback: 10,
  what: 'a number of connections',
  meaning: 'the most database connections of one process',
});

const requestsPerMinute = (fallback: number, meaning: string) =>
  wholeNumber({
    from: 0,
    to: 1_000_000_000,
    fallback,
    what: 'a number of requests a minute, or 0 for no limit',
    meaning,
  });

/** The variables of the services that read reports. */
export const readReplica = {
  DATABASE_READ_URL: postgresUrl.optional().meta({
    meaning:
      'a streaming replica of `DATABASE_URL`, for reports and tools; without a password of its own it takes `DATABASE_PASSWORD`',
    description: 'the PostgreSQL URL of a replica, or nothing',
    example: 'postgres://user:password@10.0.0.2:5432/funnel',
    isSecret: true,
  }),
  DATABASE_READ_MAX_STALENESS_MS: wholeNumber({
    from: 100,
    to: 3_600_000,
    fallback: 5_000,
    what: 'milliseconds',
    meaning: 'reports are read from the primary while the replica is behind by more than this',
  }),
};

/** The variables of the services that accept access tokens. */
export const resourceServer = {
  ...database,
  DATABASE_POOLER: databasePooler,
  DATABASE_POOL_MAX: databasePoolMax,
  DATABASE_STATEMENT_TIMEOUT_MS: statementTimeout(5_000),
  TOKEN_CHECK_TIMEOUT_MS: wholeNumber({
    from: 10,
    to: 600_000,
    fallback: 3_000,
    what: 'milliseconds',
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
  AUTHORIZATION_SERVER_ISSUER: z
    .url({ protocol: /^https?$/ })
    .default('http://127.0.0.1:3002')
    .meta({
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

/** The pages that may call a service from a browser. */
export const allowedOrigins = listOf(/https?:\/\/[^/\s,]+/).meta({
  meaning: 'origins of pages that may call the service from a browser (CORS)',
  description: 'origins of browser clients, separated by commas, or nothing',
  example: 'https://app.example.com',
});
