import { apiKeyEncryptionKey, databaseUrl, languageModel, resource, serviceConfig } from '@funnel/service';
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
