import { allowedOrigins, listOf, port, resourceServer, serviceConfig } from '@funnel/service';
import { z } from 'zod';

/** The environment variables of the tool server. */
export const configSchema = serviceConfig({
  ...resourceServer,
  MCP_SERVER_PORT: port(3001),
  MCP_SERVER_RESOURCE: z
    .url({ protocol: /^https?$/ })
    .regex(/^[^#?]+$/)
    .transform((text) => text.replace(/\/$/, ''))
    .default('http://127.0.0.1:3001/mcp')
    .meta({
      description: 'the address of this service, as its clients know it',
      example: 'https://tools.example.com/mcp',
    }),
  ALLOWED_HOSTS: listOf(/\[[\da-f:.]+\]|[a-z\d.-]+/).meta({
    description: 'host names without port, separated by commas, or nothing',
    example: 'tools.example.com,tools.internal',
  }),
  ALLOWED_ORIGINS: allowedOrigins,
});
