import {
  anyPassword,
  apiKeyEncryptionKey,
  database as databaseAddress,
  languageModel,
  milliseconds,
  notifications,
  password,
  resource,
  serviceConfig,
  visitorSecret,
} from '@funnel/service';
import type { ServiceName } from '@funnel/admin';

const database = {
  ...databaseAddress,
  COMMAND_LOCK_TIMEOUT_MS: milliseconds({
    from: 100,
    to: 86_400_000,
    fallback: 300_000,
    meaning:
      'a command that waits so long for a lock ends and says who holds it; several loads at once wait for each other for some batches. A transaction may be idle three times as long',
  }),
};

export const databaseConfig = serviceConfig({ ...database });

export const visitorConfig = serviceConfig({ ...database, ...visitorSecret });

export const catalogConfig = serviceConfig({
  ...database,
  API_KEY_ENCRYPTION_KEY: apiKeyEncryptionKey,
});

export const demoConfig = serviceConfig({
  ...database,
  ...visitorSecret,
  API_KEY_ENCRYPTION_KEY: apiKeyEncryptionKey,
});

export const resealConfig = serviceConfig({
  ...database,
  API_KEY_ENCRYPTION_KEY: apiKeyEncryptionKey,
  NOTIFICATIONS_ENCRYPTION_KEY: notifications.NOTIFICATIONS_ENCRYPTION_KEY,
});

export const insightsConfig = serviceConfig({ ...database, ...languageModel });

export const userConfig = serviceConfig({
  ...database,
  AUTHORIZATION_SERVER_ISSUER: resource('http://127.0.0.1:3002'),
  USER_PASSWORD: anyPassword(
    'the password that `account add`, `user add` and `user password` give to a person',
  ),
});

export const tokenConfig = serviceConfig({
  ...database,
  REST_API_RESOURCE: resource('http://127.0.0.1:3000'),
  MCP_SERVER_RESOURCE: resource('http://127.0.0.1:3001/mcp'),
  EVENT_INTAKE_RESOURCE: resource('http://127.0.0.1:3004'),
});

const ROLE_PASSWORD_MIN_LENGTH = 16;
const rolePassword = password(ROLE_PASSWORD_MIN_LENGTH, 'the password of the database role of that service');

export const PASSWORD_VARIABLES = {
  'rest-api': 'REST_API_DATABASE_PASSWORD',
  'mcp-server': 'MCP_SERVER_DATABASE_PASSWORD',
  'authorization-server': 'AUTHORIZATION_SERVER_DATABASE_PASSWORD',
  'insights-worker': 'INSIGHTS_WORKER_DATABASE_PASSWORD',
  'event-intake': 'EVENT_INTAKE_DATABASE_PASSWORD',
  dashboard: 'DASHBOARD_DATABASE_PASSWORD',
} as const satisfies Record<ServiceName, string>;

type PasswordVariable = (typeof PASSWORD_VARIABLES)[ServiceName];
const passwords = Object.fromEntries(
  Object.values(PASSWORD_VARIABLES).map((variable) => [variable, rolePassword]),
) as Record<PasswordVariable, typeof rolePassword>;

export const rolesConfig = serviceConfig({ ...database, ...passwords });

export const COMMAND_CONFIGS = {
  migrate: visitorConfig,
  roles: rolesConfig,
  partition: databaseConfig,
  reseal: resealConfig,
  catalog: catalogConfig,
  ingest: visitorConfig,
  clear: visitorConfig,
  contact: visitorConfig,
  demo: demoConfig,
  insights: insightsConfig,
  account: userConfig,
  user: userConfig,
  token: tokenConfig,
  notifications: databaseConfig,
  'audit-log': databaseConfig,
};
