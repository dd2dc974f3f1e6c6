import { apiKeyEncryptionKey, databaseUrl, languageModel, resource, serviceConfig } from '@funnel/service';
import type { ServiceName } from '@funnel/db';
import { z } from 'zod';

/** Variables of `migrate` and `ingest`. */
export const databaseConfig = serviceConfig({ DATABASE_URL: databaseUrl });

/** Variables of `catalog` and `demo`. */
export const catalogConfig = serviceConfig({
  DATABASE_URL: databaseUrl,
  API_KEY_ENCRYPTION_KEY: apiKeyEncryptionKey,
});

/** Variables of `insights`. */
export const insightsConfig = serviceConfig({ DATABASE_URL: databaseUrl, ...languageModel });

/** Variables of `user`. */
export const userConfig = serviceConfig({
  DATABASE_URL: databaseUrl,
  AUTHORIZATION_SERVER_ISSUER: resource('http://127.0.0.1:3002'),
  USER_PASSWORD: z
    .string()
    .optional()
    .meta({ description: 'the password of the new person', example: '...' }),
});

/** Variables of `token`. */
export const tokenConfig = serviceConfig({
  DATABASE_URL: databaseUrl,
  REST_API_RESOURCE: resource('http://127.0.0.1:3000'),
  MCP_SERVER_RESOURCE: resource('http://127.0.0.1:3001/mcp'),
  EVENT_INTAKE_RESOURCE: resource('http://127.0.0.1:3004'),
});

const ROLE_PASSWORD_MIN_LENGTH = 16;
const rolePassword = z
  .string()
  .min(ROLE_PASSWORD_MIN_LENGTH)
  .optional()
  .meta({ description: `a password of at least ${ROLE_PASSWORD_MIN_LENGTH} characters`, example: '...' });

const PASSWORD_VARIABLES = {
  'rest-api': 'REST_API_DATABASE_PASSWORD',
  'mcp-server': 'MCP_SERVER_DATABASE_PASSWORD',
  'authorization-server': 'AUTHORIZATION_SERVER_DATABASE_PASSWORD',
  'insights-worker': 'INSIGHTS_WORKER_DATABASE_PASSWORD',
  'event-intake': 'EVENT_INTAKE_DATABASE_PASSWORD',
} as const satisfies Record<ServiceName, string>;

/** The variable with the password of a service's database role. */
export function passwordVariable<Service extends ServiceName>(service: Service) {
  return PASSWORD_VARIABLES[service];
}

/** Variables of `roles`. */
export const rolesConfig = serviceConfig({
  DATABASE_URL: databaseUrl,
  REST_API_DATABASE_PASSWORD: rolePassword,
  MCP_SERVER_DATABASE_PASSWORD: rolePassword,
  AUTHORIZATION_SERVER_DATABASE_PASSWORD: rolePassword,
  INSIGHTS_WORKER_DATABASE_PASSWORD: rolePassword,
  EVENT_INTAKE_DATABASE_PASSWORD: rolePassword,
});
