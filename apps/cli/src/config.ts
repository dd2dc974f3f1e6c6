import { apiKeyEncryptionKey, databaseUrl, languageModel, serviceConfig } from '@funnel/service';
import { z } from 'zod';

export const databaseConfig = serviceConfig({ DATABASE_URL: databaseUrl });

export const catalogConfig = serviceConfig({
  DATABASE_URL: databaseUrl,
  API_KEY_ENCRYPTION_KEY: apiKeyEncryptionKey,
});

export const insightsConfig = serviceConfig({ DATABASE_URL: databaseUrl, ...languageModel });

export const userConfig = serviceConfig({
  DATABASE_URL: databaseUrl,
  USER_PASSWORD: z.string().optional().meta({ description: 'a password, or nothing', example: '...' }),
});

export const tokenConfig = serviceConfig({
  DATABASE_URL: databaseUrl,
  REST_API_RESOURCE: z.url().default('http://127.0.0.1:3000').meta({
    description: 'the address of the REST API, its resource identifier',
    example: 'https://api.example.com',
  }),
  MCP_SERVER_RESOURCE: z
    .url()
    .default('http://127.0.0.1:3001/mcp')
    .meta({ description: 'the address of the tool server', example: 'https://mcp.example.com/mcp' }),
});
