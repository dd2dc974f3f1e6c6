import { jsonIn } from '@funnel/domain';
import {
  entriesOf,
  hostUrl,
  httpUrl,
  identityEncryptionKey,
  introspectionClient,
  notifications,
  optionalDashboard,
  pooledDatabase,
  port,
  resource,
  serviceConfig,
  statementTimeout,
  trustProxy,
  visitorSecret,
  wholeNumber,
} from '@funnel/service';
import { z } from 'zod';
import type { DashboardClient } from './provider/provider-clients.ts';

const SECRET_MIN_LENGTH = 32;

const privateKey = z.looseObject({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.string(),
});

/** Without a path, because the metadata documents are at the root of the issuer. */
const issuer = hostUrl.optional().meta({
  meaning: 'the authorization server as clients know it; by default its local address and port',
  description: 'an http or https address without a path',
  example: 'https://auth.example.com',
});

const RESOURCE_VARIABLES = ['REST_API_RESOURCE', 'MCP_SERVER_RESOURCE', 'EVENT_INTAKE_RESOURCE'] as const;

export const configSchema = serviceConfig({
  ...pooledDatabase,
  DATABASE_STATEMENT_TIMEOUT_MS: statementTimeout(5_000),
  AUTHORIZATION_SERVER_PORT: port(3002),
  AUTHORIZATION_SERVER_ISSUER: issuer,
  REST_API_RESOURCE: resource('http://127.0.0.1:3000'),
  MCP_SERVER_RESOURCE: resource('http://127.0.0.1:3001/mcp'),
  EVENT_INTAKE_RESOURCE: resource('http://127.0.0.1:3004'),
  ...introspectionClient,
  ...optionalDashboard,
  AUTHORIZATION_SERVER_COOKIE_KEYS: z
    .string()
    .transform((text) => text.split(',').map((key) => key.trim()))
    .pipe(z.array(z.string().min(SECRET_MIN_LENGTH)).min(1))
    .meta({
      meaning: 'sign the cookies of the login and consent pages',
      isSecret: true,
      description: `one or more secrets of at least ${SECRET_MIN_LENGTH} characters, separated by commas; the first one signs`,
    }),
  AUTHORIZATION_SERVER_JWKS: z
    .string()
    .transform(jsonIn)
    .pipe(z.object({ keys: z.array(privateKey).min(1) }))
    .meta({
      meaning: 'signs ID tokens; access tokens are not signed',
      description: 'a JSON Web Key Set with a private ES256 key, as `npm run -s secrets` makes it',
      isSecret: true,
    }),
  IDENTITY_ENCRYPTION_KEY: identityEncryptionKey,
  ...notifications,
  ...visitorSecret,
  ALLOWED_PRIVATE_ISSUERS: entriesOf(httpUrl).meta({
    meaning: 'providers of company logins that may be in a private network or without https',
    description: 'addresses (issuers), separated by commas',
    example: 'https://login.internal.example.com',
  }),
  AUDIT_RETENTION_DAYS: wholeNumber({
    from: 30,
    to: 36_500,
    fallback: 400,
    what: 'a number of days',
    meaning: 'how long security events are kept',
  }),
  TRUST_PROXY: trustProxy,
})
  .refine((env) => !env.DASHBOARD_URL === !env.DASHBOARD_CLIENT_SECRET, {
    path: ['DASHBOARD_CLIENT_SECRET'],
    message: 'and DASHBOARD_URL belong together: set both, or remove both',
  })
  .refine((env) => new Set(RESOURCE_VARIABLES.map((name) => env[name])).size === RESOURCE_VARIABLES.length, {
    path: ['EVENT_INTAKE_RESOURCE'],
    message:
      'must differ from REST_API_RESOURCE and MCP_SERVER_RESOURCE, which must differ too: a token is for one service',
  });

export type Config = z.output<typeof configSchema>;

/** The dashboard of this installation, if it has one. */
export function dashboardOf({
  DASHBOARD_URL: url,
  DASHBOARD_CLIENT_SECRET: clientSecrets,
}: Config): DashboardClient | undefined {
  return url && clientSecrets ? { url, clientSecrets } : undefined;
}

/** The issuer: the configured one, or the local address with the port. */
export function issuerOf(config: Config): string {
  return config.AUTHORIZATION_SERVER_ISSUER ?? `http://127.0.0.1:${config.AUTHORIZATION_SERVER_PORT}`;
}
