import { apiKeyEncryptionKey, databaseUrl, languageModel, serviceConfig } from '@funnel/service';
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
  USER_PASSWORD: z
    .string()
    .optional()
    .meta({ description: 'the password of the new person', example: '...' }),
});

/** Variables of `token`. */
export const tokenConfig = serviceConfig({
  DATABASE_URL: databaseUrl,
  REST_API_RESOURCE: z.url().default('http://127.0.0.1:3000').meta({
    description: 'the resource identifier of the REST API',
    example: 'https://api.example.com',
  }),
  MCP_SERVER_RESOURCE: z.url().default('http://127.0.0.1:3001/mcp').meta({
    description: 'the resource identifier of the tool server',
    example: 'https://mcp.example.com/mcp',
  }),
});
