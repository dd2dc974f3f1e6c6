import { z } from 'zod';
import { httpUrl, milliseconds, wholeNumber } from './kinds.ts';
import { checkPasswords } from './passwords.ts';

/** Where traces are sent. Other variables of OpenTelemetry are read by its SDK. */
function collectorUrl(meaning: string, example: string) {
  return httpUrl.optional().meta({
    meaning,
    description: 'the address of an OpenTelemetry collector (OTLP over HTTP), or nothing',
    example,
  });
}

const base = {
  HOST: z.string().default('127.0.0.1').meta({
    meaning: 'the address to listen on; the images listen on 0.0.0.0',
    description: 'an address to listen on',
    example: '0.0.0.0',
  }),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info').meta({
    meaning: 'the least important messages that are logged',
    description: 'fatal, error, warn, info, debug, trace or silent',
    example: 'info',
  }),
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development').meta({
    meaning: 'production refuses unsafe settings; the images set it',
    description: 'development, test or production',
    example: 'production',
  }),
  NOW: z.iso
    .datetime({ offset: true })
    .transform((text) => new Date(text))
    .optional()
    .meta({
      meaning:
        'a fixed time for windows, calendars and the check for events in the future, never for logins and tokens; not allowed in production',
      description: 'an ISO 8601 instant, or nothing',
      example: '2026-11-14T12:00:00Z',
    }),
  MAX_REQUESTS_IN_WORK: wholeNumber({
    from: 1,
    to: 100_000,
    fallback: 32,
    what: 'a number of requests',
    meaning: 'how many requests are worked on at once; an expensive one counts as several',
  }),
  MAX_QUEUE_MS: milliseconds({
    from: 0,
    to: 60_000,
    fallback: 1_000,
    meaning: 'a request that would wait longer for its turn gets 503 `overloaded` immediately',
  }),
  MAX_CONNECTIONS: wholeNumber({
    from: 2,
    to: 1_000_000,
    fallback: 4_096,
    what: 'a number of connections',
    meaning:
      'how many connections are open at once; half of them for one network, unless it is a trusted proxy',
  }),
  REQUEST_TIMEOUT_MS: milliseconds({
    from: 100,
    to: 600_000,
    fallback: 10_000,
    meaning:
      'a request that takes longer gets 503; must be longer than `TOKEN_CHECK_TIMEOUT_MS` and `DATABASE_STATEMENT_TIMEOUT_MS`',
  }),
  OPERATIONS_PORT: z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .pipe(z.number().max(65_535))
    .optional()
    .meta({
      meaning: 'a port for `/metrics` and the results of `/readyz`, which production hides elsewhere',
      description: 'a port, or nothing',
      example: '9000',
    }),
  SECURITY_CONTACT: z
    .string()
    .regex(/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\+[\d-]+)$/)
    .optional()
    .meta({
      meaning:
        'where to report a vulnerability; shown at `/.well-known/security.txt`, which does not exist without it',
      description: 'an address that begins with mailto:, https: or tel:, or nothing',
      example: 'mailto:security@example.com',
    }),
  NODE_EXTRA_CA_CERTS: z.string().optional().meta({
    meaning:
      'certificates of CAs to trust besides the public ones: for `REDIS_URL`, the authorization server, and PostgreSQL without `sslrootcert`; read by Node itself',
    description: 'the path of a file in PEM format, or nothing',
    example: '/etc/funnel/ca/ca.crt',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl(
    'where traces are sent; without it there are none',
    'http://127.0.0.1:4318',
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collectorUrl(
    'the same, if traces have an address of their own',
    'http://127.0.0.1:4318/v1/traces',
  ),
  OTEL_SDK_DISABLED: z
    .enum(['true', 'false'])
    .optional()
    .meta({ meaning: 'true turns traces off', description: 'true or false, or nothing', example: 'true' }),
  OTEL_TRACES_SAMPLER: z.string().optional().meta({
    meaning: 'which traces are recorded, instead of so many in a second',
    description: 'a sampler of OpenTelemetry, or nothing',
    example: 'parentbased_always_on',
  }),
  TRACES_PER_SECOND: wholeNumber({
    from: 0,
    to: 1_000_000,
    fallback: 1,
    what: 'a number of traces',
    meaning:
      'how many new traces a process records in a second on average, besides those that its callers record',
  }),
  SHUTDOWN_DELAY_MS: milliseconds({
    from: 0,
    to: 600_000,
    fallback: 0,
    meaning: 'how long `/readyz` returns 503 before a stop begins, so that a load balancer notices',
  }),
  SHUTDOWN_TIMEOUT_MS: milliseconds({
    from: 1,
    to: 600_000,
    fallback: 10_000,
    meaning: 'a stop that takes longer ends with exit status 1',
  }),
};

type Values = Readonly<Record<string, unknown>>;

export const COMMON_VARIABLES: readonly string[] = Object.keys(base);

export type ServiceConfig = z.output<z.ZodObject<typeof base>>;

/** The schema of a service: the common variables and its own. */
export function serviceConfig<Fields extends z.ZodRawShape>(fields: Fields) {
  return (
    z
      .object({ ...base, ...fields })
      // `when`: report these together with all other problems.
      .refine((env: Values) => env['NODE_ENV'] !== 'production' || env['NOW'] === undefined, {
        path: ['NOW'],
        message: 'sets the clock, which is not allowed with NODE_ENV=production: remove it',
        when: () => true,
      })
      .superRefine(refuseInProduction)
      .superRefine(checkPasswords)
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
  'IDENTITY_ENCRYPTION_KEY',
  'NOTIFICATIONS_ENCRYPTION_KEY',
  'VISITOR_SECRET',
  'QUEUE_PAGE_PASSWORD',
  'DASHBOARD_CLIENT_SECRET',
  'DASHBOARD_ENCRYPTION_KEY',
];
const MIN_DISTINCT_CHARACTERS = 10;
/** Words of examples, which somebody may have copied. */
const EXAMPLE_SECRET = /change.?me|example|default|password|secret/i;

/** In production, addresses are https (loopback aside), secrets are random, and no list allows everybody. */
function refuseInProduction(env: Values, ctx: z.RefinementCtx): void {
  if (env['NODE_ENV'] !== 'production') return;
  const refuse = (name: string, message: string) =>
    ctx.addIssue({ code: 'custom', path: [name], message: `${message} with NODE_ENV=production` });
  for (const [name, value] of Object.entries(env)) {
    const isAddress = /_(RESOURCE|ISSUER)$|^DASHBOARD_URL$/.test(name) && typeof value === 'string';
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

/** What one request waits for. */
const INNER_TIMEOUTS = ['TOKEN_CHECK_TIMEOUT_MS', 'DATABASE_STATEMENT_TIMEOUT_MS'] as const;

function isShorter(env: Values, name: (typeof INNER_TIMEOUTS)[number]): boolean {
  const [inner, outer] = [env[name], env['REQUEST_TIMEOUT_MS']];
  return typeof inner !== 'number' || typeof outer !== 'number' || inner < outer;
}
